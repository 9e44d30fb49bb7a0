import { useMemo, useState } from "react";
import type { Manifest } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import { useApp } from "../../state/store";
import { LinkButton } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { formatBytes } from "../../ui/format";
import { Segments } from "../../ui/Segments";
import { FileBody, type FileMode, FileState, modesOf } from "../FileBody";
import { fileType } from "../file-type";
import { MismatchBanner, VerdictChip } from "../header/VerdictChip";
import { DownloadButton } from "../save/DownloadButton";
import { useDocument } from "../use-document";

export interface FilePaneProps {
  serverId: string;
  uri: string;
  skillUri: string;
  manifest: Manifest;
  line?: number;
}

const NAMES: Record<FileMode, string> = { preview: "Preview", source: "Source", hex: "Bytes" };

/** One file beside the tree. */
export function FilePane({ serverId, uri, skillUri, manifest, line }: FilePaneProps) {
  const doc = useDocument(serverId, uri, skillUri);
  const open = useApp((state) => state.open);
  const { file, bytes } = doc;
  const type = useMemo(
    () => file && bytes && fileType(file.uri, file.mimeType, file.textual, bytes),
    [file, bytes],
  );
  const [chosen, setChosen] = useState<FileMode>();
  const name = visible(uri.split("/").at(-1) ?? uri);
  if (!file || !type) return <FileState doc={doc} what={name} />;
  const modes = modesOf(type);
  const mode =
    chosen && modes.includes(chosen)
      ? chosen
      : line !== undefined && modes.includes("source")
        ? "source"
        : modes[0]!;
  return (
    <div className="doc-column">
      <div className="doc-bar">
        <VerdictChip verdict={file.verdict} />
        <Chip>{type.label}</Chip>
        <Chip>{formatBytes(file.size)}</Chip>
        <span className="end">
          <DownloadButton doc={doc} />
          <LinkButton onPress={() => open({ kind: "file", serverId, uri, skillUri })}>Full view</LinkButton>
          {modes.length > 1 && (
            <Segments
              label="Show as"
              value={mode}
              options={modes.map((id) => ({ id, label: NAMES[id] }))}
              onChange={setChosen}
            />
          )}
        </span>
      </div>
      <MismatchBanner verdict={file.verdict} />
      <FileBody
        serverId={serverId}
        uri={uri}
        skillUri={skillUri}
        manifest={manifest}
        doc={doc}
        type={type}
        mode={mode}
        line={line}
      />
    </div>
  );
}
