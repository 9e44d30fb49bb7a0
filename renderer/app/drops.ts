import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";

/** A configuration is read as text where it is dropped; its path alone would be taken for a folder. */
const isConfig = (name: string) => /\.jsonc?$/i.test(name);
const MOST_BYTES = 2_000_000;

/** Folders and evidence files that the desktop names by path: the form opens with them. */
export function onDropped(paths: readonly string[]): void {
  const places = paths.filter((path) => !isConfig(path));
  if (places.length > 0) setUi({ serverForm: { paths: places }, palette: undefined });
}

/**
 * Takes dropped files in, in browser and desktop alike: an `mcp.json` opens the form with its servers. A browser
 * tells no path, so for folders it says what to do instead; nothing dropped leads away from the page. @returns its end.
 */
export function readDroppedFiles(): () => void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  const onOver = (event: DragEvent) => {
    if (holdsFiles(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const config = [...(event.dataTransfer?.files ?? [])].find((file) => isConfig(file.name));
    if (config) void readConfig(config);
    else if (!("skillInspector" in window)) {
      useApp.getState().notify({
        level: "info",
        message: "A browser does not tell where a dropped folder or file is. Type its path instead.",
      });
      setUi({ serverForm: { folder: "" }, palette: undefined });
    }
  };
  window.addEventListener("dragover", onOver);
  window.addEventListener("drop", onDrop);
  return () => {
    window.removeEventListener("dragover", onOver);
    window.removeEventListener("drop", onDrop);
  };
}

async function readConfig(file: File): Promise<void> {
  try {
    if (file.size > MOST_BYTES) throw new Error("It is too large to be a configuration.");
    setUi({ serverForm: { pasted: await file.text() }, palette: undefined });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    useApp.getState().notify({ level: "error", message: `Could not read ${file.name}.`, detail });
  }
}

/** A link asks to add a server: the form opens with it. What is being typed there already is not thrown away. */
export function onOffered(pasted: string): void {
  if (useUi.getState().serverForm === undefined) {
    setUi({ serverForm: { pasted }, palette: undefined });
    return;
  }
  useApp.getState().notify({
    level: "warning",
    message: "A link asks to add another server.",
    detail: "Finish or close this form, then open the link again.",
  });
}
