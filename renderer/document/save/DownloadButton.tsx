import { Download } from "lucide-react";
import { decodeSegment } from "../../../shared/uri/skill-uri";
import { IconButton } from "../../ui/IconButton";
import { saveFile } from "../../ui/save-file";
import type { OpenDocument } from "../use-document";

/** Saves the opened file's bytes exactly as the server sent them. */
export function DownloadButton({ doc }: { doc: OpenDocument }) {
  const { file, bytes } = doc;
  return (
    <IconButton
      size="s"
      label="Download this file"
      isDisabled={!file || !bytes}
      onPress={() => file && bytes && saveFile(nameOf(file.uri), bytes.slice())}
    >
      <Download size={14} aria-hidden="true" />
    </IconButton>
  );
}

function nameOf(uri: string): string {
  const last = uri.split(/[?#]/, 1)[0]!.split("/").filter(Boolean).at(-1) ?? "file";
  return decodeSegment(last) ?? last;
}
