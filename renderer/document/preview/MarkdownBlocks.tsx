import type { Root } from "hast";
import { memo, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import type { Plugin } from "unified";
import { CodeBlock } from "./CodeBlock";
import { DocImage } from "./DocImage";
import { DocLink } from "./DocLink";

/** Elements that markdown can make. Anything else is left out, whatever the worker has sent. */
const ALLOWED =
  "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section span strong sup table tbody td th thead tr ul".split(
    " ",
  );

const components: Components = {
  a: ({ href, children, id }) => (
    <DocLink href={href} id={id}>
      {children}
    </DocLink>
  ),
  img: ({ src, alt }) => <DocImage src={typeof src === "string" ? src : undefined} alt={alt} />,
  pre: ({ node, children }) => <CodeBlock node={node}>{children}</CodeBlock>,
  table: ({ node, children }) => (
    <div
      className="doc-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-line={node?.properties.dataLine as number | undefined}
    >
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked} disabled aria-label={checked ? "done" : "not done"} />
  ),
};

/** Gives react-markdown the tree that the worker has parsed, in place of one of its own. */
const giveTree: Plugin<[Root], Root> = (tree) => () => tree;

/** Targets stay as written: `DocLink` and `DocImage` decide about them, and draw no href or remote src. */
const keep = (url: string, key: string) => (key === "href" || key === "src" ? url : "");

/** Draws blocks of a parsed document. */
export const MarkdownBlocks = memo(function MarkdownBlocks({ blocks }: { blocks: Root["children"] }) {
  const tree = useMemo<Root>(() => ({ type: "root", children: [...blocks] }), [blocks]);
  return (
    <Markdown
      allowedElements={ALLOWED}
      components={components}
      rehypePlugins={[[giveTree, tree]]}
      skipHtml
      unwrapDisallowed
      urlTransform={keep}
    >
      {""}
    </Markdown>
  );
});
