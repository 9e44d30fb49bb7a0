import { RotateCw } from "lucide-react";
import { useMemo } from "react";
import { visible } from "../../shared/model/visible";
import { decodeSegment, relativePath, skillRoot } from "../../shared/uri/skill-uri";
import { useCall } from "../client/host";
import type { Target } from "../state/target";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { IconButton } from "../ui/IconButton";
import { Tab, TabList, TabPanel, Tabs } from "../ui/Tabs";
import { FileBody, type FileMode, FileState, modesOf } from "./FileBody";
import { FileFacts } from "./FileFacts";
import { fileType } from "./file-type";
import { AlsoSent } from "./files/AlsoSent";
import { DocHeader } from "./header/DocHeader";
import { MismatchBanner } from "./header/VerdictChip";
import { DownloadButton } from "./save/DownloadButton";
import { useDocument } from "./use-document";
import { useMode } from "./use-mode";

const NAMES: Record<FileMode, string> = { preview: "Preview", source: "Source", hex: "Bytes" };

/** One file of a skill, or a resource that belongs to none, at full height. */
export function FileView({ target }: { target: Extract<Target, { kind: "file" | "resource" }> }) {
  const { serverId, uri } = target;
  const skillUri = target.kind === "file" ? target.skillUri : undefined;
  const line = target.kind === "file" ? target.line : undefined;
  const doc = useDocument(serverId, uri, skillUri);
  const { file, bytes } = doc;
  const detail = useCall(
    "skills.detail",
    { serverId, uri: skillUri ?? "-" },
    { enabled: skillUri !== undefined },
  );
  const type = useMemo(
    () => file && bytes && fileType(file.uri, file.mimeType, file.textual, bytes),
    [file, bytes],
  );
  const modes = type ? modesOf(type) : [];
  const [mode, setMode] = useMode(modes, line);
  const name = nameOf(uri, skillUri);
  return (
    <div className="doc">
      <DocHeader
        uri={uri}
        skillUri={skillUri}
        name={name}
        facts={<FileFacts target={target} doc={doc} label={type?.label} />}
        actions={
          <span className="doc-head-acts">
            <DownloadButton doc={doc} />
            <IconButton size="s" label="Read again" onPress={doc.reload}>
              <RotateCw size={14} aria-hidden="true" />
            </IconButton>
          </span>
        }
      />
      {!file || !type || !mode ? (
        <FileState doc={doc} what={visible(name)} />
      ) : (
        <Tabs className="doc-tabs" selectedKey={mode} onSelectionChange={(key) => setMode(key as FileMode)}>
          <TabList aria-label="Views of this file">
            {modes.map((id) => (
              <Tab key={id} id={id}>
                {NAMES[id]}
              </Tab>
            ))}
          </TabList>
          {modes.map((id) => (
            <TabPanel key={id} id={id} className="doc-panel">
              <MismatchBanner verdict={file.verdict} />
              <AlsoSent file={file} />
              <ErrorBoundary what="this file" resetKey={file.handle}>
                <FileBody
                  serverId={serverId}
                  uri={uri}
                  skillUri={skillUri}
                  manifest={detail.data?.manifest}
                  doc={doc}
                  type={type}
                  mode={id}
                  line={line}
                />
              </ErrorBoundary>
            </TabPanel>
          ))}
        </Tabs>
      )}
    </div>
  );
}

/** The path below the skill, or the last segment of any other URI. */
function nameOf(uri: string, skillUri: string | undefined): string {
  const root = skillUri === undefined ? undefined : skillRoot(skillUri);
  const below = root === undefined ? undefined : relativePath(root, uri);
  if (below !== undefined) return below;
  const last = uri.split(/[?#]/, 1)[0]!.split("/").filter(Boolean).at(-1);
  return last === undefined ? uri : (decodeSegment(last) ?? last);
}
