/** rfc3986 and rfc6570: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../patch.mjs";

const uri = (rule, text, options) => [
  rule,
  `lists ${text.length > 80 ? `${text.slice(0, 40)}…` : text}`,
  p.listed(text),
  options,
];
const template = (rule, text, options) => [rule, `offers ${text}`, p.template(text), options];
const note = { note: true };

export const uris = [
  uri("u-scheme", "1demo://acme/a"),
  uri("u-scheme", "de_mo://acme/a"),
  uri("u-absolute", "docs/a.txt"),
  uri("u-chars", "demo://acme/a b"),
  uri("u-chars", "demo://acme/ä"),
  uri("u-pct", "demo://acme/%zz"),
  uri("u-brackets", "demo://acme/a[1]"),
  uri("u-regname", "demo://[zz]/a"),
  uri("u-regname", "demo://ac|me/a"),
  uri("u-port", "demo://acme:8x/a"),
  uri("u-userinfo-chars", "demo://a@b@acme/a"),
  uri("u-segment", "demo://acme/a[b"),
  uri("u-query", "demo://acme/a?b[c"),
  uri("u-fragment-chars", "demo://acme/a#b#c"),
  uri("u-scheme-lower", "Demo://acme/a"),
  uri("u-pct-upper", "demo://acme/%c3%a4"),
  uri("u-pct-unreserved", "demo://acme/%41"),
  uri("u-pct-utf8", "demo://acme/%FF"),
  uri("u-host-case", "demo://Acme/a"),
  uri("u-dot-segments", "demo://acme/./a"),
  uri("u-dot-segments", "demo://acme/b/../a"),
  [
    "u-normal-form",
    "lists demo://acme/~a and demo://acme/%7Ea",
    p.listed("demo://acme/~a", "demo://acme/%7Ea"),
  ],
  uri("u-authority-slashes", "skill:x", note),
  uri("u-authority-empty", "skill:///x/SKILL.md"),
  uri("u-userinfo", "skill://a@b/c/SKILL.md"),
  uri("u-empty-segment", "skill://acme//c/SKILL.md"),
  uri("u-encoded-slash", "demo://acme/a%2Fb"),
  uri("u-fragment", "demo://acme/a#b"),
  uri("u-length", `demo://acme/${"a".repeat(2_000)}`, note),
];

export const templates = [
  template("t-braces", "demo://acme/{a}}"),
  template("t-braces", "demo://acme/{a{b}}"),
  template("t-empty", "demo://acme/{}"),
  template("t-literals", "demo://acme/a b/{c}"),
  template("t-operator", "demo://acme/{$a}"),
  template("t-operator-reserved", "demo://acme/{=a}"),
  template("t-operator-reserved", "demo://acme/{|a}"),
  template("t-varname", "demo://acme/{skill-name}"),
  template("t-varname", "demo://acme/{a..b}"),
  template("t-varlist", "demo://acme/{?x, y}"),
  template("t-prefix", "demo://acme/{a:0}"),
  template("t-prefix", "demo://acme/{a:10000}"),
  template("t-prefix-explode", "demo://acme/{a:3*}"),
  template("t-explode", "demo://acme/{path*}"),
  template("t-result-uri", "1demo://acme/{a}"),
  template("t-result-uri", "acme/{a}"),
  template("t-scheme-literal", "{scheme}://acme/a"),
  [
    "t-roundtrip",
    "an optional query that the server does not match",
    p.server((s) => {
      // Right until the optional part is there: what the SDK of the first generation does.
      s.templates[0].uriTemplate = "skill://acme/{team}/{skill}/SKILL.md{?v}";
      s.complete = (name) => ({ team: ["billing"], skill: ["invoices"], v: ["1"] })[name] ?? [];
    }),
    { note: true },
  ],
  template("t-varname-pct", "demo://acme/{Some%20Thing}", note),
];

export const urisUnbreakable = {
  "t-prefix-list": "an error of the values at expansion; a listed template has none",
  "t-same-var": "says what one variable used twice means",
  "t-level": "tells the level",
};
