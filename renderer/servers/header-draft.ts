import type { HeaderConfig } from "../../shared/model/server";

/** One HTTP header as it stands in the form. */
export interface HeaderDraft {
  /** Tells rows apart while they are edited. */
  key: number;
  name: string;
  value: string;
  secret: boolean;
  /** Name under which a secret value is kept already; leaving the value empty keeps it. */
  stored?: string;
}

/** Names whose values are kept as secrets whatever was chosen. */
const SECRET_NAME = /authorization|cookie|token|secret|api-?key/i;

let keys = 0;

/** A header row, by default an empty one. */
export function newHeader(more: Partial<Omit<HeaderDraft, "key">> = {}): HeaderDraft {
  return { key: keys++, name: "", value: "", secret: false, ...more };
}

/** Whether the value is kept in the secret store: chosen, or told by the header's name. */
export const isSecret = ({ name, secret }: Pick<HeaderDraft, "name" | "secret">): boolean =>
  secret || SECRET_NAME.test(name);

/** Header rows of a stored server. A secret's value is not there: only that one is kept. */
export function headerDrafts(headers: readonly HeaderConfig[]): HeaderDraft[] {
  return headers.map(({ name, value, secret }) =>
    newHeader({
      name,
      value: value ?? "",
      secret: secret === true,
      ...(secret && value === undefined ? { stored: name } : {}),
    }),
  );
}

/** True while a secret that is kept already would be sent on unchanged. */
export const keepsStored = (header: HeaderDraft): boolean =>
  header.stored !== undefined &&
  header.value === "" &&
  header.name.trim().toLowerCase() === header.stored.toLowerCase();

/**
 * Reads the header rows and the bearer token; rows without name and value are left out.
 * @param moved the address is another one than before: secrets that were kept are forgotten with it
 * @returns the headers to save, or what is wrong with them
 */
export function readHeaders(
  drafts: readonly HeaderDraft[],
  bearer: string,
  moved: boolean,
): { headers: HeaderConfig[] } | { fault: string } {
  const token = bearer.trim().replace(/^Bearer\s+/i, "");
  if (/\s/.test(token)) return { fault: "A bearer token holds no spaces." };
  const headers: HeaderConfig[] = [];
  const seen = new Set<string>();
  for (const header of drafts) {
    const name = header.name.trim();
    if (name === "" && header.value === "") continue;
    if (token !== "" && name.toLowerCase() === "authorization") continue;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      return { fault: name === "" ? "A header has no name." : `“${name}” is no name of a header.` };
    if (/[\r\n\0]/.test(header.value)) return { fault: `The value of ${name} holds a line break.` };
    if (seen.has(name.toLowerCase())) return { fault: `${name} is there twice.` };
    seen.add(name.toLowerCase());
    if (keepsStored(header)) {
      if (moved) return { fault: `The address has changed: type the value of ${name} again.` };
      headers.push({ name, secret: true });
    } else if (header.stored !== undefined && header.value === "")
      return { fault: `${header.stored} was renamed: type its value again.` };
    else headers.push({ name, value: header.value, ...(isSecret(header) ? { secret: true } : {}) });
  }
  if (token !== "") headers.push({ name: "Authorization", value: `Bearer ${token}`, secret: true });
  return { headers };
}
