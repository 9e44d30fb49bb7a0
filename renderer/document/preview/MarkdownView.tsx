import type { Root } from "hast";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ScrollRegion } from "../../ui/ScrollRegion";
import { Spinner } from "../../ui/Spinner";
import { FindBar } from "../find/FindBar";
import { useDomFind } from "../find/use-dom-find";
import type { LinkContext } from "../markdown/destination";
import type { Heading } from "../markdown/headings";
import { countHidden } from "../markdown/hidden-text";
import { SourceView } from "../source/SourceView";
import { scrollToAnchor, takePendingAnchor } from "./anchors";
import { LinkProvider } from "./link-context";
import { MarkdownBlocks } from "./MarkdownBlocks";
import { Outline } from "./Outline";
import { useChunks } from "./use-chunks";
import { useRendered } from "./use-rendered";

export interface MarkdownViewProps {
  /** The whole file. */
  text: string;
  /** Where the body begins. */
  bodyOffset: number;
  bodyLine: number;
  context: LinkContext;
  /** Above the text: the frontmatter, warnings. */
  above?: ReactNode;
  /** 1-based line of the file to bring into view. */
  line?: number;
}

/** A markdown file as a person reads it, or its source with the reason why it is not rendered. */
export function MarkdownView({ text, bodyOffset, bodyLine, context, above, line }: MarkdownViewProps) {
  const body = useMemo(() => text.slice(bodyOffset), [text, bodyOffset]);
  const rendered = useRendered(body, bodyLine);
  if (!rendered)
    return (
      <div className="doc-pad doc-late">
        <Spinner>Rendering…</Spinner>
      </div>
    );
  if (rendered.kind === "refused")
    return (
      <div className="doc-column">
        <p className="doc-banner warn" role="status">
          Shown as source, not rendered: {rendered.reason}.
        </p>
        <SourceView text={text} language="markdown" line={line} label="Source" />
      </div>
    );
  return (
    <LinkProvider value={context}>
      <Rendered
        tree={rendered.tree}
        headings={rendered.headings}
        body={body}
        above={above}
        line={line}
        uri={context.uri}
      />
    </LinkProvider>
  );
}

interface RenderedProps {
  tree: Root;
  headings: Heading[];
  body: string;
  above?: ReactNode;
  line?: number;
  uri: string;
}

function Rendered({ tree, headings, body, above, line, uri }: RenderedProps) {
  const scroller = useRef<HTMLElement>(null);
  const article = useRef<HTMLElement>(null);
  const { chunks, complete } = useChunks(tree);
  // What is searched is what has been drawn: counted up after each part is on the screen.
  const [drawn, setDrawn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chunks are the trigger.
  useEffect(() => setDrawn((count) => count + 1), [chunks]);
  const find = useDomFind(article, drawn);
  const hidden = useMemo(() => countHidden(body), [body]);
  useEffect(() => {
    if (!complete || !article.current) return;
    const anchor = takePendingAnchor(uri);
    if (anchor !== undefined) scrollToAnchor(article.current, anchor);
    else if (line !== undefined) scrollToLine(article.current, line);
  }, [complete, uri, line]);
  const outline = headings.length > 1;
  return (
    <div className="doc-column">
      <FindBar find={find} />
      <ScrollRegion ref={scroller} className="doc-scroll" label="Text">
        <div className={outline ? "doc-page with-outline" : "doc-page"}>
          <div className="doc-text">
            {above}
            {hidden.length > 0 && (
              <p className="doc-banner warn" role="note">
                The text holds characters that cannot be seen, shown here by their code:{" "}
                {hidden.map(({ code, count }) => (count > 1 ? `${code} (${count} times)` : code)).join(", ")}
              </p>
            )}
            <article ref={article} className="doc-article">
              {chunks.map((blocks, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: chunks of one document never move.
                <MarkdownBlocks key={at} blocks={blocks} />
              ))}
              {body.trim() === "" && <p className="quiet">The file has no text below its frontmatter.</p>}
            </article>
          </div>
          {outline && <Outline headings={headings} article={article} scroller={scroller} />}
        </div>
      </ScrollRegion>
    </div>
  );
}

/** Brings the block that holds a line of the file into view and marks it for a moment. */
function scrollToLine(article: HTMLElement, line: number): void {
  let found: HTMLElement | undefined;
  for (const block of article.querySelectorAll<HTMLElement>("[data-line]")) {
    if (Number(block.dataset.line) > line) break;
    found = block;
  }
  found?.scrollIntoView({ block: "center" });
  found?.classList.add("doc-pointed");
}
