import { folderOf } from "./client";

/** The sample by which the conventions are described; its digests are known. */
export const GIT = `---
name: git-workflow
description: Branch, commit and merge the way this team does.
metadata:
  author: platform-team
  version: "1.2"
---

# Git workflow

1. Branch from \`main\`.
2. Keep commits small.
`;
export const PDF_BODY = `# PDF processing

Forms are described in [FORMS](references/FORMS.md). Run \`scripts/extract.py\`.

![logo](assets/logo.png)
`;
export const PDF = `---\nname: pdf-processing\ndescription: Read, fill and merge PDF files.\n---\n\n${PDF_BODY}`;
export const FORMS = "# Forms\n\nField types: text, checkbox.\n";
export const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

/** The sample as a folder, removed when the test is over. */
export const sample = () =>
  folderOf({
    "git-workflow/SKILL.md": GIT,
    "pdf-processing/SKILL.md": PDF,
    "pdf-processing/references/FORMS.md": FORMS,
    "pdf-processing/scripts/extract.py": 'print("extract")\n',
    "pdf-processing/assets/logo.png": Buffer.from(LOGO, "base64"),
  });
