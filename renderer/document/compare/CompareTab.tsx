import { useState } from "react";
import type { OpenedSkillFile } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { useCall } from "../../client/host";
import { useServer } from "../../state/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Segments } from "../../ui/Segments";
import { Spinner } from "../../ui/Spinner";
import { CompareDirectory } from "./CompareDirectory";
import { canonicalJson } from "./canonical";
import { DiffView } from "./DiffView";

export interface CompareTabProps {
  serverId: string;
  skill: SkillDetail;
  file?: OpenedSkillFile;
}

type Pair = "get" | "file" | "directory";

/** What the server says of one skill in several places, held side by side. */
export function CompareTab({ serverId, skill, file }: CompareTabProps) {
  const [pair, setPair] = useState<Pair>("get");
  return (
    <div className="doc-scroll scroll">
      <div className="doc-wide">
        <Segments
          label="What to compare"
          value={pair}
          options={[
            { id: "get", label: "List entry and skills/get" },
            { id: "file", label: "Entry and file" },
            { id: "directory", label: "Manifest and directories" },
          ]}
          onChange={setPair}
        />
        {pair === "get" && <CompareGet serverId={serverId} skill={skill} />}
        {pair === "file" && <CompareFile skill={skill} file={file} />}
        {pair === "directory" && <CompareDirectory serverId={serverId} skill={skill} />}
      </div>
    </div>
  );
}

function CompareGet({ serverId, skill }: { serverId: string; skill: SkillDetail }) {
  const declared = useServer(serverId)?.skillsExtension?.declared === true;
  const { data, error, refetch } = useCall(
    "skills.get",
    { serverId, uri: skill.uri },
    { enabled: declared, cancellable: true },
  );
  if (!declared)
    return (
      <EmptyState title="This server has no skills/get">
        It does not declare the skills extension, so the list entry is all it says about this skill.
      </EmptyState>
    );
  if (error)
    return (
      <ErrorState
        title="skills/get failed"
        problem={error}
        actions={<Button onPress={() => refetch()}>Try again</Button>}
      />
    );
  if (!data) return <Spinner>Asking the server for the entry…</Spinner>;
  return (
    <DiffView
      left={canonicalJson(skill.rawEntry ?? null)}
      right={canonicalJson(data.rawEntry ?? null)}
      leftName="List entry"
      rightName="skills/get"
      same="skills/get gives the same entry as the list."
    />
  );
}

function CompareFile({ skill, file }: { skill: SkillDetail; file?: OpenedSkillFile }) {
  const data = file?.frontmatter?.data;
  if (!data)
    return (
      <EmptyState title="The file gives no frontmatter to compare">
        {file
          ? "It is absent or could not be read without guessing: see Frontmatter."
          : "SKILL.md has not been read."}
      </EmptyState>
    );
  return (
    <DiffView
      left={canonicalJson(skill.frontmatter)}
      right={canonicalJson(data)}
      leftName="Frontmatter in the entry"
      rightName="Frontmatter in SKILL.md"
      same="The entry and the file state the same frontmatter."
    />
  );
}
