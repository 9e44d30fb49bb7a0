import type { FileVerdict } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import { Chip, type Tone } from "../../ui/Chip";

const VERDICTS: Record<FileVerdict["state"], { tone: Tone; text: string }> = {
  match: { tone: "ok", text: "✓ matches its entry" },
  mismatch: { tone: "bad", text: "✕ differs from its entry" },
  unlisted: { tone: "warn", text: "not in the entry" },
  unverifiable: { tone: "plain", text: "unverifiable" },
};

/** Whether a file agrees with what its entry states. It says nothing of what the file does. */
export function VerdictChip({ verdict }: { verdict: FileVerdict }) {
  const { tone, text } = VERDICTS[verdict.state];
  return (
    <Chip tone={tone} title={visible(verdict.reason)}>
      {text}
    </Chip>
  );
}

/** Expected and actual size and digest of a file that differs. */
export function MismatchBanner({ verdict }: { verdict: FileVerdict }) {
  if (verdict.state !== "mismatch") return null;
  const { expected, actual, reason } = verdict;
  const rows: [string, string | number | undefined, string | number][] = [
    ["size", expected?.size, actual.size],
    ["digest", expected?.digest, actual.digest],
  ];
  return (
    <div className="doc-banner bad" role="alert">
      <strong>This file differs from its entry.</strong> {visible(reason)}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">entry says</th>
            <th scope="col">read from the server</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, want, have]) => (
            <tr key={name} className={want === undefined || want === have ? undefined : "differs"}>
              <th scope="row">{name}</th>
              <td>{want === undefined ? "not stated" : visible(String(want))}</td>
              <td>{have}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
