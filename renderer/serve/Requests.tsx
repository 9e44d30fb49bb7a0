import { useEffect, useRef } from "react";
import type { ServedRequest } from "../../shared/contract";
import { visible } from "../../shared/model/visible";
import { count, formatTime } from "../ui/format";

/** The requests of a server as they come, the newest last and in sight unless someone has scrolled up. */
export function Requests({ requests, answered }: { requests: readonly ServedRequest[]; answered: number }) {
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request is what moves the list.
  useEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [requests]);
  if (answered === 0) return <p className="quiet">No request yet: requests show here as they come.</p>;
  const hidden = answered - requests.length;
  const numbered = requests.map((request, index) => ({ ...request, number: hidden + index + 1 }));
  return (
    <div>
      <p className="quiet">
        {count(answered, "request")}
        {hidden > 0 && `, the newest ${requests.length} shown`}
      </p>
      <ol
        ref={list}
        className="served-requests"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label="Requests"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 8;
        }}
      >
        {numbered.map(({ at, line, number }) => (
          <li key={number}>
            <time>{formatTime(at)}</time> {visible(line)}
          </li>
        ))}
      </ol>
    </div>
  );
}
