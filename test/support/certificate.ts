import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

/** A certificate with its key, both PEM: what a TLS server is given. */
export interface Certificate {
  cert: string;
  key: string;
  /** Its name, as the issuer of others. */
  name: string;
}

export interface CertificateWish {
  name?: string;
  /** DNS names and IPv4 addresses it is for. */
  hosts?: string[];
  /** Days from now; negative ones lie in the past. */
  from?: number;
  until?: number;
  /** Who signs it; by itself when nobody is named. */
  issuer?: Certificate;
  /** Whether it may sign others. */
  authority?: boolean;
}

const DAY = 86_400_000;
const ECDSA_SHA256 = "1.2.840.10045.4.3.2";

/** Makes an X.509 certificate (RFC 5280) for a test, with Node alone: no machine needs openssl for it. */
export function makeCertificate(wish: CertificateWish = {}): Certificate {
  const { name = "skill-inspector test", hosts = ["127.0.0.1", "localhost"], from = -1, until = 30 } = wish;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const signer: KeyObject = wish.issuer ? createPrivateKey(wish.issuer.key) : privateKey;
  const algorithm = sequence(oid(ECDSA_SHA256));
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguished(wish.issuer?.name ?? name),
    sequence(time(from), time(until)),
    distinguished(name),
    createPublicKey(publicKey.export({ type: "spki", format: "pem" })).export({
      type: "spki",
      format: "der",
    }),
    tagged(3, sequence(...extensions(hosts, wish.authority === true))),
  );
  const signature = sign("sha256", body, signer);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString("base64").replace(/(.{64})(?!$)/g, "$1\n");
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function extensions(hosts: string[], authority: boolean): Buffer[] {
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? tlv(0x87, Buffer.from(host.split(".").map(Number)))
      : tlv(0x82, Buffer.from(host, "ascii")),
  );
  const critical = tlv(0x01, Buffer.from([0xff]));
  return [
    ...(authority ? [sequence(oid("2.5.29.19"), critical, tlv(0x04, sequence(critical)))] : []),
    sequence(oid("2.5.29.17"), tlv(0x04, sequence(...names))),
  ];
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const integer = (bytes: Buffer) => tlv(0x02, bytes);
const tagged = (number: number, part: Buffer) => tlv(0xa0 + number, part);
const distinguished = (name: string) =>
  sequence(tlv(0x31, sequence(oid("2.5.4.3"), tlv(0x0c, Buffer.from(name)))));

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * DAY).toISOString().replace(/[-:T]|\.\d+/g, "");
  return tlv(0x17, Buffer.from(text.slice(2), "ascii"));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tlv(0x06, Buffer.from(bytes));
}
