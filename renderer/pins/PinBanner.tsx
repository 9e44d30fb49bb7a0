import { Pin } from "lucide-react";
import { useApp } from "../state/store";
import { Button, LinkButton } from "../ui/Button";
import { differenceWords, hasChanged, pathBelow } from "./difference";
import { usePin, useSetPin } from "./use-pins";
import "./pins.css";

const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Above a remembered skill that is listed otherwise now: exactly which files changed, came or went. */
export function PinBanner({ serverId, uri }: { serverId: string; uri: string }) {
  const difference = usePin(serverId, uri);
  const setPin = useSetPin(serverId, uri);
  const open = useApp((state) => state.open);
  if (!difference || !hasChanged(difference)) return null;
  const { at, changed, added, removed, dynamic } = difference;
  const file = (target: string) =>
    open({ kind: "skill", serverId, uri, tab: "files", file: target }, { replace: true });
  return (
    <section className="pin-banner" aria-label="Changed since you remembered it">
      <div className="pin-banner-head">
        <h2>
          <Pin size={14} aria-hidden="true" /> Not as you remembered it on {when.format(at)}:{" "}
          {differenceWords(difference)}
        </h2>
        <span className="end">
          <LinkButton
            onPress={() => open({ kind: "skill", serverId, uri, tab: "compare" }, { replace: true })}
          >
            Compare
          </LinkButton>
          {dynamic ? (
            <Button size="s" onPress={() => void setPin(false)}>
              Forget
            </Button>
          ) : (
            <Button size="s" onPress={() => void setPin(true)}>
              Remember the new state
            </Button>
          )}
        </span>
      </div>
      {dynamic ? (
        <p>
          Its entry stated files and digests and does so no more, so nothing read from it can be held against
          what you saw.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="pin-banner-files scroll" tabIndex={0} aria-label="Files that differ">
          <Files word="changed" uris={changed} skill={uri} onOpen={file} />
          <Files word="came" uris={added} skill={uri} onOpen={file} />
          <Files word="went" uris={removed} skill={uri} />
        </section>
      )}
    </section>
  );
}

interface FilesProps {
  word: string;
  uris: readonly string[];
  skill: string;
  /** Absent for files that are no longer there to open. */
  onOpen?: (uri: string) => void;
}

function Files({ word, uris, skill, onOpen }: FilesProps) {
  if (uris.length === 0) return null;
  return (
    <div className={`pin-files ${word}`}>
      <h3>{word}</h3>
      <ul>
        {uris.map((file) => (
          <li key={file} className="mono break">
            {onOpen ? (
              <LinkButton onPress={() => onOpen(file)}>{pathBelow(skill, file)}</LinkButton>
            ) : (
              pathBelow(skill, file)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
