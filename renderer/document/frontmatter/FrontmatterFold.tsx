import type { OpenedSkillFile } from "../../../shared/contract";
import { count } from "../../ui/format";
import { Problem } from "./FrontmatterTab";
import { FrontmatterTable } from "./FrontmatterTable";

/** The frontmatter above the rendered text: closed, unless something is wrong with it. */
export function FrontmatterFold({ file, onLine }: { file: OpenedSkillFile; onLine: (line: number) => void }) {
  const { frontmatter } = file;
  if (!frontmatter) return null;
  if (!frontmatter.present && frontmatter.problems.length === 0) return null;
  return (
    <>
      {frontmatter.problems.map((problem) => (
        <Problem key={`${problem.code} ${problem.at.offset}`} problem={problem} onLine={onLine} />
      ))}
      {frontmatter.fields.length > 0 && (
        <details className="fm-fold">
          <summary>
            Frontmatter <span className="quiet">{count(frontmatter.fields.length, "field")}</span>
          </summary>
          <FrontmatterTable frontmatter={frontmatter} diff={file.frontmatterDiff} onLine={onLine} />
        </details>
      )}
    </>
  );
}
