/** RFC 3986 in one place: parsing and printing, normal form, dot segments, resolution. */

export {
  type DotSegment,
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
  type UriFaultCode,
  type UriPart,
  type UriParts,
} from "./parse-uri";
