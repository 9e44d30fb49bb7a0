/**
 * Puts a text on the clipboard. The desktop denies permission prompts, so the older command is the fallback.
 * @throws when neither way works.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    // Not granted, or the window has no focus.
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error("The clipboard is not available.");
}
