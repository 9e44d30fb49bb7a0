/** The grammar of `host` (RFC 3986 section 3.2.2). */

export type HostKind = "empty" | "ipv4" | "ipv6" | "ipvfuture" | "reg-name" | "invalid";

const DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = new RegExp(`^${DEC_OCTET}(?:\\.${DEC_OCTET}){3}$`);
const IPV_FUTURE = /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;
const REG_NAME = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

/** Which of the forms of section 3.2.2 a host has; brackets belong to it. `invalid` when it has none. */
export function hostKind(host: string): HostKind {
  if (host === "") return "empty";
  if (host.startsWith("[")) {
    if (!host.endsWith("]")) return "invalid";
    const inside = host.slice(1, -1);
    if (IPV_FUTURE.test(inside)) return "ipvfuture";
    return isIpv6(inside) ? "ipv6" : "invalid";
  }
  if (IPV4.test(host)) return "ipv4";
  return REG_NAME.test(host) ? "reg-name" : "invalid";
}

/** True for an IPv6 address without brackets: eight groups, at most one `::` standing for one or more of them. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  let count = 0;
  for (const [side, list] of groups.entries()) {
    for (const [i, group] of list.entries()) {
      const isEnd = side === groups.length - 1 && i === list.length - 1;
      if (isEnd && group.includes(".")) {
        if (!IPV4.test(group)) return false;
        count += 2;
      } else if (/^[0-9A-Fa-f]{1,4}$/.test(group)) count += 1;
      else return false;
    }
  }
  return halves.length === 2 ? count <= 7 : count === 8;
}
