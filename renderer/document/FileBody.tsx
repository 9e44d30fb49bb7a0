import { type ReactNode, useMemo } from "react";
import type { Manifest } from "../../shared/model/skill";
import { visible } from "../../shared/model/visible";
import { ReopenButton } from "../servers/ReopenButton";
import { Chip } from "../ui/Chip";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { type FileType, promisesText } from "./file-type";
import { ImageView } from "./files/ImageView";
import { bodyOf } from "./markdown/body";
import { useMakeLinkContext } from "./preview/link-context";
import { MarkdownView } from "./preview/MarkdownView";
import { HexView } from "./source/HexView";
import { NoTextBanner } from "./source/NoTextBanner";
import { SourceView } from "./source/SourceView";
import type { OpenDocument } from "./use-document";

/** Ways to look at one file. */
export type FileMode = "preview" | "source" | "hex";

/** The ways that fit a file, the first being how it opens. */
export function modesOf(type: FileType): FileMode[] {
  if (type.kind === "markdown") return ["preview", "source", "hex"];
  if (type.kind === "image") return ["preview", "hex"];
  return type.kind === "binary" ? ["hex"] : ["source", "hex"];
}

export interface FileBodyProps {
  serverId: string;
  uri: string;
  skillUri?: string;
  manifest?: Manifest;
  doc: OpenDocument;
  type: FileType;
  mode: FileMode;
  line?: number;
  /** Above the rendered text, in place of the plain frontmatter. */
  above?: ReactNode;
}

/** An opened file in one of its modes. */
export function FileBody({ serverId, uri, skillUri, manifest, doc, type, mode, line, above }: FileBodyProps) {
  const context = useMakeLinkContext(serverId, uri, skillUri, manifest);
  const { text, bytes } = doc;
  const body = useMemo(() => (text === undefined ? undefined : bodyOf(text)), [text]);
  if (!bytes) return null;
  if (mode === "preview" && type.image) return <ImageView bytes={bytes} type={type.image} name={uri} />;
  if (mode === "preview" && text !== undefined && body)
    return (
      <MarkdownView
        text={text}
        bodyOffset={body.offset}
        bodyLine={body.line}
        context={context}
        line={line}
        above={
          <>
            {above ?? (body.yaml === "" || body.misplaced ? null : <YamlFold yaml={body.yaml} />)}
            {body.misplaced && <MisplacedYaml yaml={body.yaml} />}
          </>
        }
      />
    );
  if (mode === "source" && text !== undefined)
    return <SourceView text={text} language={type.language} line={line} label={`Source of ${uri}`} />;
  return (
    <>
      {type.kind === "binary" && promisesText(uri) && <NoTextBanner bytes={bytes} name={uri} />}
      <HexView bytes={bytes} label={`Bytes of ${uri}`} />
    </>
  );
}

/** Loading, or what went wrong, in the place of a file. */
export function FileState({ doc, what }: { doc: OpenDocument; what: string }) {
  if (doc.error)
    return (
      <div className="doc-pad">
        <ErrorState
          title={`Could not read ${what}`}
          problem={doc.error}
          actions={<ReopenButton serverId={doc.serverId} onAgain={doc.reload} />}
        />
      </div>
    );
  return (
    <div className="doc-pad doc-late">
      <Spinner>Reading {what}…</Spinner>
    </div>
  );
}

function MisplacedYaml({ yaml }: { yaml: string }) {
  return (
    <>
      <p className="doc-banner warn" role="note">
        The frontmatter does not begin on the first line, so by the specification it is none.
      </p>
      <YamlFold yaml={yaml} />
    </>
  );
}

function YamlFold({ yaml }: { yaml: string }) {
  return (
    <details className="fm-fold">
      <summary>
        Frontmatter <Chip>YAML</Chip>
      </summary>
      <pre>
        <code>{visible(yaml)}</code>
      </pre>
    </details>
  );
}
