import { ID_PREFIX } from "../markdown/headings";

/** A place to scroll to once the document that is being opened has been drawn. */
let pending: { uri: string; id: string } | undefined;

export function scrollWhenOpened(uri: string, id: string): void {
  pending = { uri, id };
}

/** The place wanted in this document, once. */
export function takePendingAnchor(uri: string): string | undefined {
  if (pending?.uri !== uri) return undefined;
  const { id } = pending;
  pending = undefined;
  return id;
}

/**
 * Scrolls to a heading or footnote of the document; `top` and the empty anchor mean its start.
 * @returns false when the document has no such place.
 */
export function scrollToAnchor(article: HTMLElement, id: string): boolean {
  const names = new Set([id, ID_PREFIX + id, ID_PREFIX + id.toLowerCase()]);
  const found = [...article.querySelectorAll<HTMLElement>("[id]")].find((element) => names.has(element.id));
  const target = found ?? (id === "" || id === "top" ? article : undefined);
  target?.scrollIntoView({ block: "start" });
  if (found) {
    // The keyboard goes on from where the eye is.
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
  return target !== undefined;
}
