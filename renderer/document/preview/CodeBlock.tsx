import type { Element } from "hast";
import type { ReactNode } from "react";
import { CopyButton } from "../../ui/CopyButton";
import { textOf } from "../markdown/headings";

/** A block of code with its language and a copy button; scrolls sideways by itself. */
export function CodeBlock({ node, children }: { node?: Element; children?: ReactNode }) {
  const code = node?.children.find((child) => child.type === "element" && child.tagName === "code");
  const classes = code?.type === "element" ? (code.properties.className as string[] | undefined) : undefined;
  const language = classes?.find((name) => name.startsWith("language-"))?.slice("language-".length);
  const html = classes?.includes("raw-html");
  return (
    <div
      className={html ? "doc-code html" : "doc-code"}
      data-line={node?.properties.dataLine as number | undefined}
    >
      {(language || html) && (
        <span className="doc-code-label" data-no-find>
          {html ? htmlLabel(code) : language}
        </span>
      )}
      <span className="doc-code-copy" data-no-find>
        <CopyButton label="Copy code" text={() => (node ? textOf(node).replace(/\n$/, "") : "")} />
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre tabIndex={0}>{children}</pre>
    </div>
  );
}

function htmlLabel(code: Element["children"][number] | undefined): string {
  const comment = code?.type === "element" && code.properties.dataHtml === "comment";
  return comment ? "HTML comment, shown as text" : "HTML, shown as text";
}
