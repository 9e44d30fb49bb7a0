import type { Finding } from "../../shared/model/finding";
import { visible } from "../../shared/model/visible";
import { Chip, type Tone } from "../ui/Chip";
import { ExternalLink } from "../ui/external";
import { count } from "../ui/format";
import type { RowVerdict, VerdictRow } from "./verdict-rows";

const WORDS: Record<RowVerdict, { tone: Tone; mark: string; words: string }> = {
  pass: { tone: "ok", mark: "✓ fits", words: "fits" },
  fail: { tone: "bad", mark: "✕", words: "faults" },
  warn: { tone: "warn", mark: "▲", words: "warnings" },
  note: { tone: "note", mark: "note", words: "notes" },
  "no-match": { tone: "plain", mark: "no match", words: "not of this convention" },
};

/** The verdict of each standard and convention, side by side, with why; those it is not of are folded. */
export function VerdictTable({ rows }: { rows: readonly VerdictRow[] }) {
  const apart = rows.filter((row) => row.verdict === "no-match");
  return (
    <>
      <Rows rows={rows.filter((row) => row.verdict !== "no-match")} caption="Verdicts" />
      {apart.length > 0 && (
        <details className="uri-apart">
          <summary>{count(apart.length, "other")}: not an address of their kind</summary>
          <Rows rows={apart} caption="Not an address of their kind" />
        </details>
      )}
    </>
  );
}

function Rows({ rows, caption }: { rows: readonly VerdictRow[]; caption: string }) {
  return (
    <table className="uri-table" aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">Convention</th>
          <th scope="col">Verdict</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.title}
              {row.shape && <code className="uri-shape">{row.shape}</code>}
            </th>
            <td>
              <VerdictChip row={row} />
            </td>
            <td>
              <Why row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function VerdictChip({ row }: { row: VerdictRow }) {
  const { tone, mark, words } = WORDS[row.verdict];
  const counted = row.verdict === "fail" || row.verdict === "warn";
  return (
    <Chip tone={tone} label={counted ? `${words}: ${row.count}` : words}>
      {counted ? `${mark} ${row.count}` : mark}
    </Chip>
  );
}

function Why({ row }: { row: VerdictRow }) {
  if (row.findings.length === 0 && row.reasons.length === 0)
    return <span className="quiet">Nothing to say against it.</span>;
  return (
    <ul className="plain uri-why">
      {row.findings.map((finding) => (
        <FindingLine key={finding.fingerprint} finding={finding} />
      ))}
      {row.reasons.map((reason) => (
        <li key={reason}>{visible(reason)}</li>
      ))}
    </ul>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  return (
    <li>
      {visible(finding.message)} <span className="quiet">{visible(finding.fix)}</span>{" "}
      <ExternalLink url={finding.specUrl}>{finding.rule}</ExternalLink>
    </li>
  );
}
