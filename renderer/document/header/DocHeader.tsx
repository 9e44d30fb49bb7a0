import type { ReactNode } from "react";
import { visible } from "../../../shared/model/visible";
import { UriLine } from "./UriLine";

export interface DocHeaderProps {
  uri: string;
  skillUri?: string;
  name: string;
  description?: string;
  /** Chips. */
  facts: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
}

/** What is open: its address, its name, its facts. */
export function DocHeader({ uri, skillUri, name, description, facts, actions }: DocHeaderProps) {
  return (
    <header className="doc-head">
      <div className="doc-head-top">
        <UriLine uri={uri} skillUri={skillUri} />
        {actions}
      </div>
      <h1 className="doc-name">{visible(name)}</h1>
      {description && (
        <p className="doc-desc" title={visible(description)}>
          {visible(description)}
        </p>
      )}
      <div className="doc-facts">{facts}</div>
    </header>
  );
}
