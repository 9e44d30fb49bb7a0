import { useState } from "react";
import type { ManifestFile } from "../../../shared/model/skill";
import { asHostError, useHost, useOperation } from "../../client/host";
import { Button } from "../../ui/Button";
import { count } from "../../ui/format";
import { Spinner } from "../../ui/Spinner";
import { rememberVerdict, verdictKey } from "../verdicts";

export interface ReadAllProps {
  serverId: string;
  skillUri: string;
  files: readonly ManifestFile[];
}

interface Progress {
  done: number;
  wrong: number;
  failed: number;
  problem?: string;
  running: boolean;
}

/** Reads every file of the manifest, one after another, and marks which match. */
export function ReadAll({ serverId, skillUri, files }: ReadAllProps) {
  const host = useHost();
  const operation = useOperation();
  const [progress, setProgress] = useState<Progress>();
  const run = async () => {
    const state: Progress = { done: 0, wrong: 0, failed: 0, running: true };
    const op = operation.begin();
    for (const { uri } of files) {
      setProgress({ ...state });
      try {
        const { verdict } = await host.call("files.open", { serverId, uri, skillUri, op });
        rememberVerdict(verdictKey(serverId, skillUri, uri), verdict);
        if (verdict.state === "mismatch") state.wrong++;
      } catch (error) {
        const { code, message } = asHostError(error);
        if (code === "cancelled") break;
        state.failed++;
        state.problem ??= message;
      }
      state.done++;
    }
    setProgress({ ...state, running: false });
    operation.end(op);
  };
  if (progress?.running)
    return (
      <span className="files-progress">
        <Spinner>
          Reading {progress.done + 1} of {files.length}
        </Spinner>
        <Button size="s" onPress={operation.cancel}>
          Cancel
        </Button>
      </span>
    );
  return (
    <span className="files-progress">
      <Button size="s" onPress={run}>
        Read and verify all
      </Button>
      {progress && (
        <span
          className={progress.wrong + progress.failed > 0 ? "bad-text" : "ok-text"}
          role="status"
          title={progress.problem}
        >
          {progress.done < files.length && `${progress.done} of `}
          {count(files.length, "file")} read
          {progress.wrong > 0 && `, ${progress.wrong} differ`}
          {progress.failed > 0 && `, ${progress.failed} not readable`}
          {progress.wrong + progress.failed === 0 && progress.done === files.length && ", none differs"}
        </span>
      )}
    </span>
  );
}
