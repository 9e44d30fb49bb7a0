import type { OpenedSkillFile } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import { useApp, useServer } from "../../state/store";
import { LinkButton } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { count, formatBytes } from "../../ui/format";
import { CONVENTIONS } from "./conventions";
import { VerdictChip } from "./VerdictChip";

/** The facts of a skill, as chips. */
export function SkillFacts({
  serverId,
  skill,
  file,
}: {
  serverId: string;
  skill: SkillDetail;
  file?: OpenedSkillFile;
}) {
  const label = useServer(serverId)?.config.label ?? serverId;
  const open = useApp((state) => state.open);
  const convention = CONVENTIONS[skill.convention];
  const license = textOf(file?.frontmatter?.data ?? skill.frontmatter, "license");
  const tools = textOf(file?.frontmatter?.data ?? skill.frontmatter, "allowed-tools");
  const { nestedIn } = skill;
  return (
    <>
      <Chip tone="note">from {visible(label)}</Chip>
      {skill.invalid !== undefined && (
        <Chip tone="bad" title={visible(skill.invalid)}>
          invalid entry
        </Chip>
      )}
      {file && <VerdictChip verdict={file.verdict} />}
      {(file?.frontmatterDiff?.length ?? 0) > 0 && (
        <Chip tone="bad">
          frontmatter differs from the entry: {file!.frontmatterDiff!.map((d) => visible(d.key)).join(", ")}
        </Chip>
      )}
      {skill.dynamic && (
        <Chip
          tone="warn"
          title="The entry states no files and digests: nothing read from it can be verified."
        >
          dynamic
        </Chip>
      )}
      {skill.files !== undefined && (
        <Chip>
          {count(skill.files, "file")}
          {skill.bytes !== undefined && `, ${formatBytes(skill.bytes)}`}
        </Chip>
      )}
      {license !== undefined && <Chip title="license">{short(license)}</Chip>}
      {convention && <Chip title="The convention by which this skill was found">{convention}</Chip>}
      {skill.releasedUri !== undefined && skill.releasedUri !== skill.uri && (
        <Chip title={`The released extension would name it ${visible(skill.releasedUri)}`}>
          released: {short(skill.releasedUri)}
        </Chip>
      )}
      {skill.manifestProblem !== undefined && (
        <Chip tone="warn" title={visible(skill.manifestProblem)}>
          its list of files could not be read
        </Chip>
      )}
      {nestedIn !== undefined && (
        <span className="chip plain">
          nested in{" "}
          <LinkButton onPress={() => open({ kind: "skill", serverId, uri: nestedIn })}>
            {visible(nestedIn.split("/").at(-2) ?? nestedIn)}
          </LinkButton>
        </span>
      )}
      {tools !== undefined && (
        <Chip tone="warn" title={`allowed-tools: ${visible(tools)}. A client may run these without asking.`}>
          asks for tools: {short(tools)}
        </Chip>
      )}
    </>
  );
}

function textOf(frontmatter: Record<string, unknown>, key: string): string | undefined {
  const value = frontmatter[key];
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function short(text: string): string {
  const shown = visible(text);
  return shown.length > 48 ? `${shown.slice(0, 47)}…` : shown;
}
