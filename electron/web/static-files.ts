import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { contentSecurityPolicy, STRICT_HEADERS } from "./security-headers";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

export interface StaticAnswer {
  status: 200 | 404;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The built renderer, and nothing else of the disk. */
export interface StaticFiles {
  /**
   * @param path the path of the request as sent, percent-encoded, without query
   * @param socket see `contentSecurityPolicy`
   */
  answer(path: string, socket?: string): Promise<StaticAnswer>;
}

/**
 * Serves the files of one folder. A request is looked up in the list of regular files found by walking the folder,
 * never joined to a path: `..`, encoded separators, links and devices name nothing in that list.
 */
export function createStaticFiles(folder: string): StaticFiles {
  let listed: Promise<Map<string, string>> | undefined;

  const find = async (path: string): Promise<string | undefined> => {
    // The page is asked for first and seldom: that is when a rebuilt folder is looked through again.
    if (path === "/index.html" || !listed) listed = listFiles(folder);
    return (await listed).get(path);
  };

  return {
    async answer(rawPath, socket) {
      const path = rawPath === "/" ? "/index.html" : decode(rawPath);
      const file = path === undefined ? undefined : await find(path);
      const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
      if (path === undefined || bytes === undefined) return missing();
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      return {
        status: 200,
        headers: {
          ...STRICT_HEADERS,
          "Content-Type": type,
          "Content-Security-Policy": contentSecurityPolicy(socket),
          "Cache-Control": path.startsWith("/assets/") ? "private, max-age=31536000, immutable" : "no-store",
        },
        body: bytes,
      };
    },
  };
}

/** Every regular file below a folder, by its path from there with a slash before it. Links are left out. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (directory: string, prefix: string): Promise<void> => {
    for (const name of await readdir(directory)) {
      const full = join(directory, name);
      const facts = await lstat(full);
      if (facts.isDirectory()) await walk(full, `${prefix}${name}/`);
      else if (facts.isFile()) found.set(`${prefix}${name}`, full);
    }
  };
  try {
    await walk(await realpath(folder), "/");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return found;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function missing(): StaticAnswer {
  return {
    status: 404,
    headers: {
      ...STRICT_HEADERS,
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'",
      "Cache-Control": "no-store",
    },
    body: Buffer.from("There is no such file in the app.\n"),
  };
}
