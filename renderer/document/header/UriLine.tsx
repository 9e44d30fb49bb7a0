import { visible } from "../../../shared/model/visible";
import { splitSkillUri } from "../../../shared/uri/skill-uri";
import { CopyButton } from "../../ui/CopyButton";

export interface UriLineProps {
  uri: string;
  /** The skill a file belongs to: its name is set off. */
  skillUri?: string;
}

/** A URI with its parts told apart: scheme, prefix, skill name, file. Characters that cannot be seen are named. */
export function UriLine({ uri, skillUri = uri }: UriLineProps) {
  const parts = splitSkillUri(skillUri);
  const root = skillUri.slice(0, -"/SKILL.md".length);
  const inside = parts !== undefined && uri.startsWith(`${root}/`);
  return (
    <div className="doc-uri">
      <span className="doc-uri-text" title={visible(uri)}>
        {inside ? (
          <>
            {parts.scheme}://
            <span className="p">{visible(parts.prefix.map((segment) => `${segment}/`).join(""))}</span>
            <b>{visible(root.slice(root.lastIndexOf("/") + 1))}</b>
            <span className="f">{visible(uri.slice(root.length))}</span>
          </>
        ) : (
          visible(uri)
        )}
      </span>
      <CopyButton label="Copy URI" text={uri} />
    </div>
  );
}
