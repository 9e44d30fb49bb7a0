import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SkillDetail } from "../../../shared/model/skill";
import { asHostError, type HostError, useHost } from "../../client/host";
import { useServer } from "../../state/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { count } from "../../ui/format";
import { Spinner } from "../../ui/Spinner";
import { DiffView } from "./DiffView";
import { uriLines, walkDirectories } from "./directory-lines";

/** The files of the manifest against what the server's directories hold. */
export function CompareDirectory({ serverId, skill }: { serverId: string; skill: SkillDetail }) {
  const host = useHost();
  const server = useServer(serverId);
  const [read, setRead] = useState(0);
  const offered = server?.skillsExtension?.directoryRead === true && skill.manifest.kind === "files";
  const { data, error, isFetching, refetch } = useQuery<string[], HostError>({
    queryKey: ["directories", { serverId, uri: skill.uri }],
    queryFn: ({ signal }) =>
      walkDirectories(host, serverId, skill.uri, signal, setRead).catch((thrown: unknown) => {
        throw asHostError(thrown);
      }),
    enabled: offered,
  });
  if (!offered)
    return (
      <EmptyState
        title={
          skill.manifest.kind === "files" ? "This server offers no directory reads" : "No manifest to compare"
        }
      >
        There is nothing to hold the two against each other.
      </EmptyState>
    );
  if (isFetching) return <Spinner>Reading directories, {read} done…</Spinner>;
  if (error)
    return (
      <ErrorState
        title="Could not read the directories"
        problem={error}
        actions={<Button onPress={() => refetch()}>Try again</Button>}
      />
    );
  if (!data || skill.manifest.kind !== "files") return null;
  return (
    <DiffView
      left={uriLines(skill.manifest.files.map((file) => file.uri).sort())}
      right={uriLines(data)}
      leftName="Manifest"
      rightName="Directories"
      same={`The manifest and the directories name the same ${count(data.length, "file")}.`}
    />
  );
}
