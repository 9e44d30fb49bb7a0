import { visible } from "../../shared/model/visible";
import { skillByUri } from "../state/skill-list";
import { useApp, useServer } from "../state/store";
import type { Target } from "../state/target";
import { LinkButton } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { formatBytes } from "../ui/format";
import { VerdictChip } from "./header/VerdictChip";
import type { OpenDocument } from "./use-document";

export interface FileFactsProps {
  target: Extract<Target, { kind: "file" | "resource" }>;
  doc: OpenDocument;
  /** Its type in a word. */
  label: string | undefined;
}

/** Where a file comes from, whether it matches its entry, its type and size. */
export function FileFacts({ target, doc, label }: FileFactsProps) {
  const { serverId } = target;
  const open = useApp((state) => state.open);
  const server = useServer(serverId);
  const skillUri = target.kind === "file" ? target.skillUri : undefined;
  const skill = useApp((state) =>
    skillUri === undefined ? undefined : skillByUri(state.skills.get(serverId), skillUri),
  );
  const { file } = doc;
  return (
    <>
      <Chip tone="note">from {visible(server?.config.label ?? serverId)}</Chip>
      {skillUri !== undefined && (
        <span className="chip plain">
          in{" "}
          <LinkButton onPress={() => open({ kind: "skill", serverId, uri: skillUri })}>
            {visible(skill?.name || skillUri)}
          </LinkButton>
        </span>
      )}
      {file && <VerdictChip verdict={file.verdict} />}
      {label && (
        <Chip title={file?.mimeType ? `stated as ${visible(file.mimeType)}` : "no type stated"}>{label}</Chip>
      )}
      {file && <Chip title={file.digest}>{formatBytes(file.size)}</Chip>}
      {file?.sent === "blob" && file.textual && (
        <Chip title="The server sent it base64-encoded">sent as blob</Chip>
      )}
    </>
  );
}
