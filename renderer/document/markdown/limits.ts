/**
 * Bounds for skill text, which is hostile until shown otherwise (DESIGN section 8). Past them the source is shown,
 * which costs the same for any content.
 */

/** Longest text, in UTF-16 code units, that is rendered. */
export const MAX_RENDERED_LENGTH = 512 * 1024;
/** Longest text that is coloured; past it code is shown plain. */
export const MAX_COLOURED_LENGTH = 512 * 1024;
/** Deepest nesting of blocks and inlines; ordinary documents stay below 20. */
export const MAX_DEPTH = 100;
/** Most nodes of the rendered tree: what the window can lay out without a noticeable stop. */
export const MAX_NODES = 50_000;
/** Time the worker has for one text, in milliseconds. */
export const RENDER_TIMEOUT_MS = 2_000;
