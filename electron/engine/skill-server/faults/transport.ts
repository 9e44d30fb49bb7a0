import type { ServerResponse } from "node:http";
import { type Fault, pause } from "./fault";

const NOISE = "Skips the lines, shows them with their text, and is not disturbed in anything else.";
const CUT =
  "Says that the connection broke in the middle of an answer; other servers stay usable; no process is left.";

/** Answers an HTTP request by hand. */
function answer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): true {
  response.writeHead(status, headers);
  response.end(body);
  return true;
}

/** Has `change` write what would end the response. */
function onEnd(
  response: ServerResponse,
  change: (body: Buffer, end: (part?: Buffer) => void) => void,
): false {
  const end = response.end.bind(response);
  response.end = ((chunk?: string | Buffer) => {
    change(Buffer.from(chunk ?? ""), (part) => (part ? end(part) : end()));
    return response;
  }) as typeof response.end;
  return false;
}

const isList = (text: string) => text.includes('"skills":[') || text.includes('"resources":[');

/** The messages are right; how they travel is not. */
export const transportFaults: Fault[] = [
  {
    id: "stdout-noise",
    kind: "transport",
    what: "stdio: blank lines, a log line and half a JSON line come before every answer.",
    client: NOISE,
    line: (text, io) => io.write(`\n\n> server v1 is working\n{"half":\n${text}\n`),
  },
  {
    id: "stderr-flood",
    kind: "transport",
    what: "stdio: every answer comes with 2 MiB on stderr.",
    client: "Keeps only the end of stderr, and goes on.",
    line: (text, io) => {
      for (let block = 0; block < 32; block += 1) io.stderr("noise on stderr\n".repeat(4096));
      io.write(`${text}\n`);
    },
  },
  {
    id: "split-characters",
    kind: "transport",
    what: "stdio: answers come in pieces that end in the middle of characters.",
    client: "Puts the pieces together; no character is damaged.",
    line: async (text, io) => {
      const bytes = Buffer.from(`${text}\n`);
      // Every piece that can end inside a character of several bytes does.
      for (let start = 0; start < bytes.length; ) {
        let end = Math.min(start + 1021, bytes.length);
        while (end < bytes.length && bytes[end]! < 0x80 && end - start < 4096) end += 1;
        if (end < bytes.length && bytes[end]! >= 0xc0) end += 1;
        io.write(bytes.subarray(start, end));
        start = end;
        await pause(1);
      }
    },
  },
  {
    id: "crlf-lines",
    kind: "transport",
    what: "stdio: lines end with CRLF.",
    client: "Reads them; the carriage return is no part of the message.",
    line: (text, io) => io.write(`${text}\r\n`),
  },
  {
    id: "slow-bytes",
    kind: "transport",
    what: "Answers trickle in: 64 bytes every 20 ms.",
    client: "Waits within its time-out, shows that it waits, and can be cancelled.",
    line: async (text, io) => {
      for (const part of parts(Buffer.from(`${text}\n`), 64)) {
        io.write(part);
        await pause(20);
      }
    },
    http: (_request, response) =>
      onEnd(response, async (body, end) => {
        for (const part of parts(body, 64)) {
          response.write(part);
          await pause(20);
        }
        end();
      }),
  },
  {
    id: "endless-line",
    kind: "transport",
    what: "stdio: in place of the list comes 256 MiB without a line end.",
    client: "Gives up at its limit with that reason; memory stays bounded.",
    line: async (text, io) => {
      if (!isList(text)) return io.write(`${text}\n`);
      const block = "x".repeat(1 << 20);
      for (let sent = 0; sent < 256; sent += 1) {
        io.write(block);
        await pause(1);
      }
    },
  },
  {
    id: "hang",
    kind: "transport",
    what: "Nothing is ever answered, not even the handshake.",
    client: "Says after its time-out that the server does not answer; connecting can be cancelled.",
    line: () => {},
    http: () => true,
  },
  {
    id: "hang-after-handshake",
    kind: "transport",
    what: "After the handshake nothing is answered.",
    client: "Says after its time-out which request was not answered, and lets the user connect anew.",
    line: (text, io) => {
      if (text.includes('"capabilities"')) io.write(`${text}\n`);
    },
    http: (_request, _response, method) =>
      method !== undefined && !/^(initialize|server\/discover|notifications\/)/.test(method),
  },
  {
    id: "crash-mid-list",
    kind: "transport",
    what: "The server ends in the middle of the first list it sends.",
    client: CUT,
    line: (text, io) => {
      if (!isList(text)) return io.write(`${text}\n`);
      io.write(text.slice(0, text.length >> 1));
      io.crash();
    },
    http: (_request, response, method) =>
      method === "skills/list" || method === "resources/list"
        ? onEnd(response, (body) => {
            response.write(body.subarray(0, body.length >> 1), () => response.destroy());
          })
        : false,
  },
  {
    id: "crash-at-start",
    kind: "transport",
    what: "The server writes a reason to stderr and ends at the first message.",
    client: "Says that the server ended, shows its stderr and exit code, and does not restart it for ever.",
    line: (_text, io) => {
      io.stderr("fatal: SKILLS_TOKEN is not set\n");
      io.crash();
    },
    http: (_request, response) => {
      response.destroy();
      return true;
    },
  },
  {
    id: "http-500",
    kind: "transport",
    what: "HTTP: everything but the handshake is answered 500 with a page of HTML.",
    client: "Shows status and the beginning of the text; nothing of it is rendered.",
    http: (_request, response, method) =>
      !isHandshake(method) &&
      answer(
        response,
        500,
        { "content-type": "text/html" },
        "<h1>Internal Server Error</h1><script>alert(1)</script>",
      ),
  },
  {
    id: "http-401",
    kind: "transport",
    what: "HTTP: everything is answered 401.",
    client: "Says that signing in is needed and stops asking.",
    http: (_request, response) =>
      answer(
        response,
        401,
        { "www-authenticate": "Bearer", "content-type": "text/plain" },
        "Sign in first\n",
      ),
  },
  {
    id: "http-429",
    kind: "transport",
    what: "HTTP: everything but the handshake is answered 429 with Retry-After: 60.",
    client: "Waits as asked or says so; does not repeat at once.",
    http: (_request, response, method) =>
      !isHandshake(method) &&
      answer(response, 429, { "retry-after": "60", "content-type": "text/plain" }, "Slow down\n"),
  },
  {
    id: "session-404",
    kind: "transport",
    what: "HTTP up to 2025-11-25: every session is gone as soon as it was opened.",
    client: "Initializes anew once, tries the request once more, then stops and says so.",
    http: (request, response, method) =>
      request.headers["mcp-session-id"] !== undefined &&
      method !== "notifications/initialized" &&
      answer(response, 404, { "content-type": "text/plain" }, "No such session\n"),
  },
  {
    id: "redirect",
    kind: "transport",
    what: "HTTP: everything is redirected (307) to another origin.",
    client: "Does not follow to another origin without asking; never sends its headers there.",
    http: (_request, response) => answer(response, 307, { location: "http://skills.example/mcp" }, ""),
  },
  {
    id: "redirect-loop",
    kind: "transport",
    what: "HTTP: everything is redirected to itself.",
    client: "Stops after a few times and names the loop.",
    http: (request, response) => answer(response, 307, { location: request.url ?? "/" }, ""),
  },
  {
    id: "wrong-content-type",
    kind: "transport",
    what: "HTTP: answers are right but called text/html.",
    client: "Says which content type came in place of which.",
    http: (_request, response) => {
      const writeHead = response.writeHead.bind(response);
      response.writeHead = ((status: number, headers: object = {}) =>
        writeHead(status, { ...headers, "content-type": "text/html" })) as typeof response.writeHead;
      return false;
    },
  },
  {
    id: "stream-cut",
    kind: "transport",
    what: "HTTP: reads are answered by an event stream that ends before the answer.",
    client: CUT,
    http: (_request, response, method) =>
      method === "resources/read" &&
      answer(response, 200, { "content-type": "text/event-stream" }, ": soon\n\n"),
  },
  {
    id: "length-too-long",
    kind: "transport",
    what: "HTTP: the stated length of a read is larger than what comes before the connection ends.",
    client: CUT,
    http: (_request, response, method) =>
      method === "resources/read"
        ? onEnd(response, (body) => {
            response.write(body.subarray(0, Math.max(0, body.length - 20)), () => response.destroy());
          })
        : false,
  },
  {
    id: "stream-closes-at-once",
    kind: "transport",
    what: "HTTP: every stream for notifications is closed as soon as it is open.",
    client: "Tries a few times with growing delay, then gives up and says so; requests keep working.",
    http: (request, response, method) =>
      (request.method === "GET" || method === "subscriptions/listen") &&
      answer(response, 200, { "content-type": "text/event-stream" }, ""),
  },
];

const isHandshake = (method: string | undefined) =>
  method === undefined || /^(initialize|server\/discover|notifications\/)/.test(method);

function* parts(bytes: Buffer, size: number): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
