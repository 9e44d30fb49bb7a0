import { useMemo } from "react";
import { visible } from "../../shared/model/visible";
import { compareUris } from "../../shared/uri/workbench";
import { Chip } from "../ui/Chip";
import { TextField } from "../ui/TextField";

const VERDICTS = {
  identical: { tone: "ok", words: "identical" },
  equivalent: { tone: "warn", words: "equivalent after normalisation" },
  different: { tone: "bad", words: "different" },
} as const;

export interface CompareTwoProps {
  first: string;
  second: string;
  onSecond: (text: string) => void;
}

/** Two URIs: are they the same, and if not, where do they part. */
export function CompareTwo({ first, second, onSecond }: CompareTwoProps) {
  const comparison = useMemo(() => compareUris(first, second), [first, second]);
  const { tone, words } = VERDICTS[comparison.verdict];
  return (
    <div className="uri-page">
      <TextField
        label="Second URI"
        mono
        value={second}
        onChange={onSecond}
        placeholder="skill://acme/refunds/SKILL.md"
      />
      {second === "" ? (
        <p className="quiet">Give a second URI to compare the one above with.</p>
      ) : (
        <>
          <p role="status">
            <Chip tone={tone}>{words}</Chip> {visible(comparison.summary)}
          </p>
          {comparison.remarks.map((remark) => (
            <p key={remark}>{visible(remark)}</p>
          ))}
          {comparison.differences.length > 0 && (
            <table className="uri-table">
              <thead>
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">First</th>
                  <th scope="col">Second</th>
                  <th scope="col">Normalised</th>
                </tr>
              </thead>
              <tbody>
                {comparison.differences.map(({ part, a, b, goes }) => (
                  <tr key={part}>
                    <th scope="row">{part}</th>
                    <td>
                      <Part text={a} />
                    </td>
                    <td>
                      <Part text={b} />
                    </td>
                    <td>{goes ? "the same" : "still different"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </div>
  );
}

function Part({ text }: { text: string | undefined }) {
  if (text === undefined) return <span className="quiet">absent</span>;
  return text === "" ? <span className="quiet">empty</span> : <code>{visible(text)}</code>;
}
