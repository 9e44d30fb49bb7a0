import { folderOf, skillMd } from "../servers/skill-server/client";
import { PNG } from "./fake-server";

/** Skills in which each convention's ways show: one file alone, nested files, a binary one, CRLF, a name to encode. */
export const sampleFolder = (more: Record<string, string | Uint8Array> = {}): Promise<string> =>
  folderOf({
    "git-workflow/SKILL.md": skillMd("git-workflow"),
    "pdf-processing/SKILL.md": skillMd("pdf-processing", "# PDF\n\nSee [forms](references/FORMS.md).\n"),
    "pdf-processing/references/FORMS.md": "# Forms\r\n\r\nText and checkbox.\r\n",
    "pdf-processing/references/form list.md": "# List\n",
    "pdf-processing/scripts/extract.py": 'print("extract")\n',
    "pdf-processing/assets/logo.png": PNG,
    ...more,
  });
