import { useMemo } from "react";
import { visible } from "../../shared/model/visible";
import { openUri } from "../app/actions";
import { asHostError, useHost, useOperation } from "../client/host";
import { useApp } from "../state/store";
import { LinkButton } from "../ui/Button";
import { splitAtUris } from "./instruction-uris";

export interface InstructionsProps {
  serverId: string;
  text: string;
}

/** The server's own words to a model, as they are; what they name by URI opens when it is chosen. */
export function Instructions({ serverId, text }: InstructionsProps) {
  const host = useHost();
  const operation = useOperation();
  const notify = useApp((state) => state.notify);
  const listed = useApp((state) => state.skills.get(serverId)?.byUri);
  const version = useApp((state) => state.skills.get(serverId)?.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list grows in place, its version tells when.
  const parts = useMemo(() => splitAtUris(text, (uri) => listed?.has(uri) === true), [text, listed, version]);
  const open = async (uri: string) => {
    const op = operation.begin();
    try {
      await openUri(host, serverId, uri, op);
    } catch (thrown) {
      const { code, message, detail } = asHostError(thrown);
      if (code !== "cancelled")
        notify({ level: "error", message: `Could not open ${uri}: ${message}`, detail });
    } finally {
      operation.end(op);
    }
  };
  return (
    <div className="words prose">
      {parts.map((part, at) => {
        if (part.uri === undefined) return visible(part.text);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
          <LinkButton key={at} onPress={() => open(part.uri!)}>
            {visible(part.text)}
          </LinkButton>
        );
      })}
    </div>
  );
}
