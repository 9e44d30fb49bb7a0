import type { OpenedFile } from "../../../shared/contract";
import { visible } from "../../../shared/model/visible";
import { formatBytes } from "../../ui/format";

/** Further contents that came with the same answer, as some servers send a whole folder. */
export function AlsoSent({ file }: { file: OpenedFile }) {
  if (file.also.length === 0) return null;
  return (
    <details className="doc-banner note">
      <summary>The same answer held {file.also.length} more contents</summary>
      <ul>
        {file.also.map((other) => (
          <li key={other.handle}>
            <code>{visible(other.uri)}</code> {other.mimeType && visible(other.mimeType)}{" "}
            {formatBytes(other.size)}
          </li>
        ))}
      </ul>
    </details>
  );
}
