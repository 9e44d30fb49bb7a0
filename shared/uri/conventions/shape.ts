import { commonFaults, type SkillView, skillView } from "../skill-view";

/**
 * `match`: a URI as this convention writes them. `fault`: meant for it, and against its rules. `no-match`: not of
 * this convention. The reasons say why, one sentence each.
 */
export interface ShapeVerdict {
  kind: "match" | "no-match" | "fault";
  reasons: string[];
}

/** How one convention writes its URIs. */
export interface ConventionShape {
  /** The id of its profile. */
  id: string;
  title: string;
  /** Its URIs in short, for display. */
  shape: string;
  /** Judges any text; never throws. */
  match(uri: string): ShapeVerdict;
}

export const match = (...reasons: string[]): ShapeVerdict => ({ kind: "match", reasons });
export const noMatch = (...reasons: string[]): ShapeVerdict => ({ kind: "no-match", reasons });
export const faulty = (reasons: string[]): ShapeVerdict => ({ kind: "fault", reasons });

/**
 * A convention whose URIs all have the scheme `skill`.
 * @param judge given what is wrong in any convention; it decides whether the URI is one of its own at all.
 */
export function skillScheme(
  texts: Pick<ConventionShape, "id" | "title" | "shape">,
  judge: (view: SkillView, faults: string[]) => ShapeVerdict,
): ConventionShape {
  return {
    ...texts,
    match(uri) {
      const view = skillView(uri);
      if (view.scheme === "") return noMatch("There is no scheme.");
      if (view.scheme !== "skill") return noMatch(`Another scheme: ${view.scheme}.`);
      return judge(view, commonFaults(view));
    },
  };
}

/** `match` with what the URI is, or `fault` where there is anything to say against it. */
export function verdict(faults: string[], what: string): ShapeVerdict {
  return faults.length > 0 ? faulty(faults) : match(what);
}

/** Query and fragment belong to no skill URI. */
export function suffixFaults({ query, fragment }: SkillView): string[] {
  return [
    ...(query === undefined ? [] : ["A skill URI has no query."]),
    ...(fragment === undefined ? [] : ["A skill URI has no fragment."]),
  ];
}
