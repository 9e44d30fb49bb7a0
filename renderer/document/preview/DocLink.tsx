import { ExternalLink as LeavesIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { visible } from "../../../shared/model/visible";
import { useApp } from "../../state/store";
import { askOpenExternal } from "../../ui/external";
import { destinationOf } from "../markdown/destination";
import { classifyLink } from "../markdown/links";
import { scrollToAnchor, scrollWhenOpened } from "./anchors";
import { useLinkContext } from "./link-context";

export interface DocLinkProps {
  href: string | undefined;
  children?: ReactNode;
  /** Ids that footnotes link back to. */
  id?: string;
}

/** A link of a document. It never navigates the window: it scrolls, opens inside the app, asks, or is only text. */
export function DocLink({ href = "", children, id }: DocLinkProps) {
  const context = useLinkContext();
  const open = useApp((state) => state.open);
  const action = classifyLink(href, context.uri);
  switch (action.kind) {
    case "anchor":
      return (
        <Link
          id={id}
          className="doc-link"
          onPress={(event) => {
            const article = event.target.closest<HTMLElement>("article");
            if (article) scrollToAnchor(article, action.id);
          }}
        >
          {children}
        </Link>
      );
    case "external":
      return (
        <Link className="doc-link external" onPress={() => askOpenExternal(action.url)}>
          <span title={`Opens ${action.host} in the browser, after asking`}>{children}</span>
          <LeavesIcon size={12} aria-label="leaves the app" role="img" />
        </Link>
      );
    case "resource": {
      const { target, state, uri } = destinationOf(action.uri, context);
      const missing = state === "missing";
      return (
        <Link
          className={missing ? "doc-link missing" : "doc-link"}
          onPress={() => {
            if (action.fragment !== undefined) scrollWhenOpened(uri, action.fragment);
            open(target);
          }}
        >
          <span title={missing ? `${visible(uri)}: the entry does not list this file` : visible(uri)}>
            {children}
          </span>
          {missing && <span className="doc-missing">not in the entry</span>}
        </Link>
      );
    }
    case "inert":
      return (
        <span className="doc-inert">
          {children}
          <span className="doc-inert-why" title={visible(href).slice(0, 300)}>
            {action.why}
          </span>
        </span>
      );
  }
}
