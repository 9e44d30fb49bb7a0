import type { OpenedSkillFile } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import type { FrontmatterProblem } from "../../../shared/skill-file/types";
import { LinkButton } from "../../ui/Button";
import { CopyButton } from "../../ui/CopyButton";
import { FrontmatterTable } from "./FrontmatterTable";
import { typeOf, valueText } from "./value-text";

export interface FrontmatterTabProps {
  skill: SkillDetail;
  /** The opened SKILL.md; without it the entry's frontmatter is shown alone. */
  file?: OpenedSkillFile;
  onLine: (line: number) => void;
}

/** Frontmatter as a table and as written. */
export function FrontmatterTab({ skill, file, onLine }: FrontmatterTabProps) {
  const frontmatter = file?.frontmatter;
  return (
    <div className="doc-scroll scroll">
      <div className="doc-wide">
        {frontmatter?.problems.map((problem) => (
          <Problem key={`${problem.code} ${problem.at.offset}`} problem={problem} onLine={onLine} />
        ))}
        {frontmatter ? (
          <FrontmatterTable frontmatter={frontmatter} diff={file.frontmatterDiff} onLine={onLine} />
        ) : (
          <EntryFrontmatter data={skill.frontmatter} />
        )}
        {frontmatter && frontmatter.yaml !== "" && (
          <section className="fm-raw">
            <h2>As written</h2>
            <div className="doc-code">
              <span className="doc-code-copy">
                <CopyButton label="Copy YAML" text={frontmatter.yaml} />
              </span>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
              <pre tabIndex={0}>
                <code>{visible(frontmatter.yaml)}</code>
              </pre>
            </div>
          </section>
        )}
      </div>
    </div>
  );
}

/** One fault of the frontmatter with its place. */
export function Problem({
  problem,
  onLine,
}: {
  problem: FrontmatterProblem;
  onLine?: (line: number) => void;
}) {
  const { at, other } = problem;
  return (
    <p className="doc-banner bad" role="note">
      {visible(problem.message)}{" "}
      {[at, ...(other ? [other] : [])].map((place) =>
        onLine ? (
          <LinkButton key={place.offset} onPress={() => onLine(place.line)}>
            line {place.line}, column {place.column}
          </LinkButton>
        ) : (
          <span key={place.offset}>
            line {place.line}, column {place.column}
          </span>
        ),
      )}
      {problem.fix && <span className="fix"> {visible(problem.fix)}</span>}
    </p>
  );
}

function EntryFrontmatter({ data }: { data: Record<string, unknown> }) {
  return (
    <>
      <p className="quiet">From the list entry; the file itself has not been read.</p>
      <table className="fm-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(data).map(([key, value]) => (
            <tr key={key}>
              <th scope="row">{visible(key)}</th>
              <td>{valueText(value)}</td>
              <td className="quiet">{typeOf(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
