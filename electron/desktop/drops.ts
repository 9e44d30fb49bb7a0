import type { EventMessage } from "../../shared/contract";

/**
 * Folders and files dropped anywhere on the window become a `dropped` event with their real paths; nothing that is
 * dropped ever takes the window to another page. Text dragged within the page is left to the page.
 * @param pathOf the path of a dropped file on disk
 */
export function followDrops(
  target: Pick<Window, "addEventListener">,
  pathOf: (file: File) => string | undefined,
  deliver: (events: EventMessage[]) => void,
): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  target.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  target.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const paths = [...(event.dataTransfer?.files ?? [])].map(pathOf).filter((path) => path !== undefined);
    if (paths.length > 0) return deliver([{ event: "dropped", data: { paths } }]);
    deliver([
      {
        event: "notice",
        data: { level: "warning", message: "Only folders and files of this computer can be dropped here." },
      },
    ]);
  });
}
