import { useState } from "react";
import { openUri } from "../app/actions";
import { asHostError, type HostError, useHost, useOperation } from "../client/host";
import { useApp } from "../state/store";
import type { PaletteItem } from "./palette-items";

/** Does what a line of the palette stands for, asking the server where it has to. */
export function useRunItem(onClose: () => void) {
  const host = useHost();
  const operation = useOperation();
  const open = useApp((state) => state.open);
  const [error, setError] = useState<HostError>();

  const askFor = async ({ serverId, uri }: Extract<PaletteItem, { kind: "open-uri" }>) => {
    setError(undefined);
    const op = operation.begin();
    try {
      await openUri(host, serverId, uri, op);
      onClose();
    } catch (thrown) {
      const problem = asHostError(thrown);
      if (problem.code !== "cancelled") setError(problem);
    } finally {
      operation.end(op);
    }
  };
  return {
    error,
    asking: operation.op !== undefined,
    /** Forgets what was asked and what came of it. */
    reset() {
      setError(undefined);
      operation.cancel();
    },
    run(item: PaletteItem | undefined) {
      if (!item || operation.op) return;
      switch (item.kind) {
        case "command":
          return item.run();
        case "open-uri":
          return void askFor(item);
        case "skill":
          open({ kind: "skill", serverId: item.serverId, uri: item.skill.uri });
          break;
        case "text": {
          const { serverId, uri, skillUri, line } = item.hit;
          if (uri === skillUri) open({ kind: "skill", serverId, uri, tab: "source", line });
          else open({ kind: "file", serverId, uri, ...(skillUri === undefined ? {} : { skillUri }), line });
          break;
        }
        case "server":
          open({ kind: "server", serverId: item.serverId });
          break;
        case "check-uri":
          open({ kind: "uri", text: item.uri });
      }
      onClose();
    },
  };
}
