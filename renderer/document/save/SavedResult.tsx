import type { SavedSkill } from "../../../shared/contract";
import { visible } from "../../../shared/model/visible";
import { pathBelow } from "../../pins/difference";
import { CopyButton } from "../../ui/CopyButton";
import { count } from "../../ui/format";

/** What saving wrote, and what it left out with the reason. */
export function SavedResult({ saved, skillUri }: { saved: SavedSkill; skillUri: string }) {
  const { folder, written, left } = saved;
  return (
    <div className="saved">
      <p role="status">
        {count(written.length, "file")} written
        {left.length > 0 ? `, ${count(left.length, "file")} left out` : ""}.
      </p>
      <div className="saved-folder">
        <code className="break">{visible(folder)}</code>
        <CopyButton label="Copy folder" text={folder} />
      </div>
      {left.length > 0 && (
        <section>
          <h3>Left out</h3>
          <dl className="saved-left">
            {left.map(({ uri, reason }) => (
              <div key={uri}>
                <dt className="mono break">{pathBelow(skillUri, uri)}</dt>
                <dd>{visible(reason)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {written.length > 0 && (
        <section>
          <h3>Written</h3>
          <ul className="saved-files">
            {written.map((path) => (
              <li key={path} className="mono break">
                {visible(path.startsWith(folder) ? path.slice(folder.length + 1) : path)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
