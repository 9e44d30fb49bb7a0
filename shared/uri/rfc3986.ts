/** RFC 3986 in one place: parsing and printing, normal form, dot segments, resolution. */

export {
  dotSegments,
  equivalent,
  hasDotSegments,
  normalise,
  removeDotSegments,
  resolveReference,
} from "./normal-form";
export {
  type ParsedUri,
  parseUri,
  printUri,
  type UriFault,
  type UriPart,
  type UriParts,
} from "./parse-uri";
