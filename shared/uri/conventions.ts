import { catalogShape, sep2076Shape, wellKnown010Shape, wellKnown020Shape } from "./conventions/elsewhere";
import { fastmcpShape, nimblebrainShape, skilljackShape, skillsOverMcpShape } from "./conventions/flat";
import type { ConventionShape } from "./conventions/shape";
import { indexDraftShape, proposalShape, releasedShape, v1DraftShape } from "./conventions/skill-path";

export type { ConventionShape, ShapeVerdict } from "./conventions/shape";

/** How each convention in the field writes its URIs, the released extension first. */
export const conventionShapes: readonly ConventionShape[] = [
  releasedShape,
  proposalShape,
  v1DraftShape,
  indexDraftShape,
  fastmcpShape,
  skilljackShape,
  skillsOverMcpShape,
  nimblebrainShape,
  catalogShape,
  wellKnown020Shape,
  wellKnown010Shape,
  sep2076Shape,
];
