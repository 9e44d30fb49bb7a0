/**
 * Hands a file to the user: a browser puts it with the downloads, the desktop asks where to.
 * @param name the suggested name; separators and characters no system takes are replaced.
 */
export function saveFile(name: string, content: BlobPart, type = "application/octet-stream"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The download has taken hold of the blob once the click is through; some time more costs nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name as one file name: no separators, no controls or marks that turn text around, no leading dots, not empty. */
export function fileName(name: string): string {
  const plain = name
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff<>:"/\\|?*]/g, "_")
    .replace(/^\.+/, "_")
    .replace(/[. ]+$/, "")
    .slice(0, 150);
  return plain === "" ? "file" : plain;
}
