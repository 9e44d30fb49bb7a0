import { Chip } from "./Chip";
import { count } from "./format";

export interface FoundChipsProps {
  errors: number;
  warnings: number;
  /** Whether every rule has run: only then nothing found reads as "ok". */
  checked?: boolean;
}

/** What the checks found, as two counts; "ok" where all was checked and nothing found. */
export function FoundChips({ errors, warnings, checked }: FoundChipsProps) {
  return (
    <>
      {errors > 0 && (
        <Chip tone="bad" label={count(errors, "error")}>
          {errors.toLocaleString("en-US")}
        </Chip>
      )}
      {warnings > 0 && (
        <Chip tone="warn" label={count(warnings, "warning")}>
          {warnings.toLocaleString("en-US")}
        </Chip>
      )}
      {checked && errors + warnings === 0 && (
        <Chip tone="ok" label="checked, no error or warning">
          ok
        </Chip>
      )}
    </>
  );
}
