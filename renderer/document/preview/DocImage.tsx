import { ImageOff } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { visible } from "../../../shared/model/visible";
import { useApp } from "../../state/store";
import { LinkButton } from "../../ui/Button";
import { askOpenExternal } from "../../ui/external";
import { Spinner } from "../../ui/Spinner";
import { fileType } from "../file-type";
import { type Destination, destinationOf } from "../markdown/destination";
import { classifyLink } from "../markdown/links";
import { useDocument } from "../use-document";
import { useBlobUrl } from "./blob-url";
import { useLinkContext } from "./link-context";
import { useNearView } from "./use-near-view";

/** An image of a document: drawn when it belongs to the skill, named and not loaded when it lies anywhere else. */
export function DocImage({ src = "", alt = "" }: { src?: string; alt?: string }) {
  const context = useLinkContext();
  const [wanted, setWanted] = useState(false);
  const action = classifyLink(src, context.uri);
  if (action.kind === "external")
    return (
      <Blocked alt={alt} act={{ label: "Open in browser…", run: () => askOpenExternal(action.url) }}>
        Image from <b>{action.host}</b> not loaded
      </Blocked>
    );
  if (action.kind !== "resource")
    return (
      <Blocked alt={alt}>
        {/^\s*data:/i.test(src)
          ? "Image written into the text (data:) not shown"
          : "Image without a usable address"}
      </Blocked>
    );
  const destination = destinationOf(action.uri, context);
  if (!destination.inside && !wanted)
    return (
      <Blocked alt={alt} act={{ label: "Read it from this server", run: () => setWanted(true) }}>
        Image outside of this skill not loaded: <code>{visible(destination.uri)}</code>
      </Blocked>
    );
  return <SkillImage destination={destination} alt={alt} />;
}

/** Reads the image as any file of the skill, once it comes near the view. */
function SkillImage({ destination, alt }: { destination: Destination; alt: string }) {
  const { serverId, skillUri } = useLinkContext();
  const open = useApp((state) => state.open);
  const ref = useRef<HTMLSpanElement>(null);
  const near = useNearView(ref);
  const under = destination.inside ? skillUri : undefined;
  const { file, bytes, error } = useDocument(serverId, destination.uri, under, near);
  const type = file && bytes && fileType(file.uri, file.mimeType, file.textual, bytes);
  const url = useBlobUrl(type?.image ? bytes : undefined, type?.image);
  const openFile = { label: "Open the file", run: () => open(destination.target) };
  const name = visible(destination.uri.split("/").at(-1) ?? "");
  if (error)
    return (
      <Blocked alt={alt} act={openFile}>
        Image <code>{name}</code> could not be read: {visible(error.message)}
      </Blocked>
    );
  if (type && !type.image)
    return (
      <Blocked alt={alt} act={openFile}>
        {type.language === "xml" ? (
          <>
            <code>{name}</code> is a drawing with code (SVG) and only shown as source
          </>
        ) : (
          <>
            <code>{name}</code> is no PNG, JPEG, GIF or WebP image
          </>
        )}
      </Blocked>
    );
  return (
    <span ref={ref} className="doc-image">
      {url ? <img src={url} alt={alt} title={name} /> : <Spinner>Loading {name}</Spinner>}
      {file?.verdict.state === "mismatch" && (
        <span className="chip bad">differs from its entry: {visible(file.verdict.reason)}</span>
      )}
    </span>
  );
}

interface BlockedProps {
  children: ReactNode;
  alt: string;
  act?: { label: string; run: () => void };
}

/** Stands in the place of what is not drawn. */
function Blocked({ children, alt, act }: BlockedProps) {
  return (
    <span className="doc-blocked">
      <ImageOff size={14} aria-hidden="true" />
      <span>
        {children}
        {alt && <span className="alt">“{alt}”</span>}
      </span>
      {act && <LinkButton onPress={act.run}>{act.label}</LinkButton>}
    </span>
  );
}
