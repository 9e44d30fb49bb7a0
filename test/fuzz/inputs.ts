import { gzipSync } from "node:zlib";

/** Texts that have broken readers before, for every kind of input that is a text. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  empty: "",
  "blank lines": "\n\r\n\r",
  "a NUL": "\u0000",
  "a byte order mark alone": "\ufeff",
  "a lone surrogate": "\ud800",
  "marks that turn the text": "\u202e{}\u202c",
  "an escape": "\u001b[2J\u001b]0;title\u0007",
  null: "null",
  "a number": "1e999",
  "an empty list": "[]",
  "an empty object": "{}",
  "a list of lists": "[[[[[[[[]]]]]]]]",
  "JSON 100,000 deep": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "objects 50,000 deep": `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  "JSON that is cut": '{"a":[1,2,{"b":"',
  "__proto__ as a key": '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  "a string of 4 MB": `"${"a".repeat(4_000_000)}"`,
  "200,000 keys": `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":0`).join(",")}}`,
  "100,000 opened brackets of markdown": `---\nname: a\ndescription: b\n---\n${"[".repeat(100_000)}`,
  "100,000 opened braces": "{".repeat(100_000),
  "aliases that grow": `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n---\n`,
  "a tag of YAML": "---\na: !!js/function 'function(){}'\nb: !!python/object/apply:os.system [x]\n---\n",
  "a key of YAML that is itself": "---\n? &a [*a]\n: 1\n---\n",
  "YAML 5,000 deep": `---\n${"- ".repeat(5_000)}x\n---\n`,
  "quotes of markdown 5,000 deep": `---\nname: a\ndescription: b\n---\n${">".repeat(5_000)} x`,
  "emphasis that pairs with none": `---\nname: a\ndescription: b\n---\n${"*a_ ".repeat(20_000)}`,
  "code fences never closed": `---\nname: a\n---\n${"`".repeat(30_000)}x${"`".repeat(29_999)}`,
  "a table of 1,000 columns": `${"|a".repeat(1_000)}|\n${"|-".repeat(1_000)}|\n${"|b".repeat(1_000)}|\n`,
  "a million percents": "%".repeat(1_000_000),
  "broken percents": "skill://%/%2/%zz/%ff%fe/%00/SKILL.md",
  "dots and slashes": `skill://a/${"../".repeat(10_000)}SKILL.md`,
  "a template never closed": "{+a,b*,c:9999999{?d",
  "10,000 variables": `{${Array.from({ length: 10_000 }, (_, at) => `v${at}`).join(",")}}`,
  "colons, at signs and brackets": "skill://a:b@[::1%25x]:99999/@:[]?#?#",
  "a quadratic expression": `${"a".repeat(50_000)}!`,
  "spaces of every kind": "\u00a0\u2028\u2029\u3000\u200b".repeat(1_000),
  "the header of evidence, and no more": '{"format":"mcp-skill-inspector-evidence","version":1}\n',
  "evidence of a later version": '{"format":"mcp-skill-inspector-evidence","version":99}\n{"end":{}}',
  "evidence whose exchanges are no exchanges":
    '{"format":"mcp-skill-inspector-evidence","version":1}\n{"exchange":7}\n{"exchange":{"id":[],"method":{},"params":null}}\n{"end":{"exchanges":2}}\n',
  "a report without findings": '{"tool":{"name":"x"},"rules":null,"summary":{},"findings":7}',
  "runs that are none": '{"runs":[null,7,{"findings":[null]}]}',
  "servers that are none":
    '{"mcpServers":{"a":null,"b":7,"c":{"command":7,"args":{}},"__proto__":{"command":"x"}}}',
  "a server with 10,000 arguments": `{"mcpServers":{"a":{"command":"x","args":${JSON.stringify(Array(10_000).fill("y"))}}}}`,
  "an address with a secret": '{"servers":{"a":{"url":"javascript:alert(1)","headers":{"a\\r\\nb":"c"}}}}',
  "quotes never closed": `a "b 'c \\`,
};

const zeros = gzipSync(Buffer.alloc(100 * 1024 * 1024));
const header = (name: string, size: string, type = "0") => {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(size, 124);
  block.write(type, 156);
  block.write("ustar\u0000", 257);
  block.write("        ", 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
  return block;
};
const tar = (...blocks: Buffer[]) => gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
const zipEnd = (entries: number, size: number, at: number) => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
};

/** Archives, by what is wrong with them. */
export const HOSTILE_ARCHIVES: Readonly<Record<string, Uint8Array>> = {
  empty: Buffer.alloc(0),
  "one byte": Buffer.from([0x1f]),
  "the start of gzip": Buffer.from([0x1f, 0x8b, 8, 0]),
  "gzip that is cut": zeros.subarray(0, zeros.length / 2),
  "a bomb of zeros": zeros,
  "random bytes": Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) & 0xff)),
  "a path that climbs": tar(header("../../etc/passwd", "00000000001"), Buffer.alloc(512)),
  "an absolute path": tar(header("/etc/passwd", "00000000001"), Buffer.alloc(512)),
  "a link out": tar(header("a", "00000000000", "2")),
  "a device": tar(header("a", "00000000000", "3")),
  "a size that is none": tar(header("a", "zzzzzzzzzzz")),
  "a size beyond the end": tar(header("a", "77777777777")),
  "a negative size": tar(header("a", "-0000000001")),
  "20,000 empty files": tar(...Array.from({ length: 20_000 }, (_, at) => header(`f${at}`, "00000000000"))),
  "the end of a zip alone": zipEnd(0, 0, 0),
  "a zip of 65,535 entries that are not there": zipEnd(65_535, 46, 0),
  "a zip whose directory lies beyond it": zipEnd(1, 46, 0xfffffff0),
  "the mark of a zip many times": Buffer.from("PK\u0001\u0002PK\u0003\u0004PK\u0005\u0006".repeat(1_000)),
};

/** Heads of HTTP requests as bytes, to the host of the browser UI. */
export const HOSTILE_HEADS: Readonly<Record<string, string>> = {
  "no HTTP": "hello\r\n\r\n",
  "TLS on a plain port": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
  "a method of its own": "BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "no host": "GET / HTTP/1.1\r\n\r\n",
  "two hosts": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\n\r\n",
  "a foreign host": "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "an address as path": "GET http://evil/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "a path that climbs": "GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "a path that climbs in disguise": "GET /%2e%2e/%2e%2e%2fetc/passwd%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "a path of 100 kB": `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  "a header of 100 kB": `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
  "5,000 headers": `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${"X: y\r\n".repeat(5_000)}\r\n`,
  "a header with a line break": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\nEvil: b\r\n\r\n",
  "two lengths":
    "POST /api/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
  "length and chunks":
    "POST /api/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "a length that is none": "POST /api/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
  "a chunk of a huge size":
    "POST /api/call HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
  "an upgrade to nothing":
    "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
  "a WebSocket without key":
    "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  "HTTP 9.9": "GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
};
