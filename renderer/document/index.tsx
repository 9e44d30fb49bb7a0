import "./document.css";
import "./source.css";
import { useEffect, useRef } from "react";
import { useCall } from "../client/host";
import { skillByUri } from "../state/skill-list";
import { useApp } from "../state/store";
import type { Target } from "../state/target";
import { Button } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { FileView } from "./FileView";
import { SkillView } from "./SkillView";
import { UnlistedSkill } from "./UnlistedSkill";
import { useDocument } from "./use-document";

export interface DocumentViewProps {
  target: Extract<Target, { kind: "skill" | "file" | "resource" }>;
}

/** What is read: a skill, a file of one, or a resource. */
export function DocumentView({ target }: DocumentViewProps) {
  return (
    <ErrorBoundary what="this document" resetKey={`${target.serverId} ${target.uri}`}>
      {target.kind === "skill" ? (
        <ListedSkill key={target.uri} target={target} />
      ) : (
        <FileView key={target.uri} target={target} />
      )}
    </ErrorBoundary>
  );
}

function ListedSkill({ target }: { target: Extract<Target, { kind: "skill" }> }) {
  const { serverId, uri } = target;
  const listed = useApp((state) => state.skills.get(serverId)?.byUri.has(uri) === true);
  const invalid = useApp((state) => skillByUri(state.skills.get(serverId), uri)?.invalid !== undefined);
  const version = useApp((state) => state.skills.get(serverId)?.version);
  const { data, error, refetch } = useCall("skills.detail", { serverId, uri }, { enabled: listed });
  // Asked for beside the entry, not after it: what is to be read is there one round trip earlier.
  useDocument(serverId, uri, uri, listed && !invalid);
  const asked = useRef(false);
  // A listing that came anew may have changed the entry; asking the host for it costs no request to the server. While
  // the first answer is awaited nothing is asked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is the trigger.
  useEffect(() => {
    if (!listed) return;
    void refetch({ cancelRefetch: asked.current });
    asked.current = true;
  }, [version, listed, refetch]);
  if (data) return <SkillView target={target} skill={data} />;
  if (error && error.code !== "unknown-skill")
    return (
      <div className="doc-pad">
        <ErrorState
          title="Could not open this skill"
          problem={error}
          actions={<Button onPress={() => refetch()}>Try again</Button>}
        />
      </div>
    );
  if (!listed || error) return <UnlistedSkill serverId={serverId} uri={uri} />;
  return (
    <div className="doc-pad doc-late">
      <Spinner>Opening…</Spinner>
    </div>
  );
}
