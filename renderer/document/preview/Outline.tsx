import { type RefObject, useEffect, useState } from "react";
import type { Heading } from "../markdown/headings";
import { scrollToAnchor } from "./anchors";

export interface OutlineProps {
  headings: readonly Heading[];
  article: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
}

/** The headings beside the text; the one being read is marked. */
export function Outline({ headings, article, scroller }: OutlineProps) {
  const current = useCurrentHeading(headings, article, scroller);
  const top = Math.min(...headings.map((heading) => heading.depth));
  return (
    <nav className="doc-outline scroll" aria-label="Headings">
      <ol className="plain">
        {headings.map((heading) => (
          <li key={heading.id} style={{ paddingInlineStart: Math.min(heading.depth - top, 3) * 12 }}>
            <button
              type="button"
              aria-current={heading.id === current ? "location" : undefined}
              onClick={() => article.current && scrollToAnchor(article.current, heading.id)}
            >
              {heading.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** How far below the top of the view a heading counts as reached, in pixels. */
const READING_LINE = 96;

function useCurrentHeading(
  headings: readonly Heading[],
  article: OutlineProps["article"],
  scroller: OutlineProps["scroller"],
): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    const view = scroller.current;
    if (!view) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const limit = view.getBoundingClientRect().top + READING_LINE;
      const atEnd = view.scrollTop > 0 && view.scrollTop + view.clientHeight >= view.scrollHeight - 2;
      let reached = headings[0]?.id;
      for (const heading of headings) {
        const element = article.current?.querySelector(`#${CSS.escape(heading.id)}`);
        if (!element) continue;
        const { top } = element.getBoundingClientRect();
        // At the very end the last headings cannot reach the top: the last visible one counts.
        if (top > (atEnd ? view.getBoundingClientRect().bottom : limit)) break;
        reached = heading.id;
      }
      setCurrent(reached);
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };
    schedule();
    view.addEventListener("scroll", schedule, { passive: true });
    return () => {
      view.removeEventListener("scroll", schedule);
      cancelAnimationFrame(frame);
    };
  }, [headings, article, scroller]);
  return current;
}
