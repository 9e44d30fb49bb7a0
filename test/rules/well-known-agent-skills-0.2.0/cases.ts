import { tarGz, zip } from "./archives";
import type { SiteCase } from "./judge-site";
import { digestOf, files, type Site, skillMd } from "./site";

const INDEX = "/.well-known/agent-skills/index.json";
const GIT = "/.well-known/agent-skills/git-workflow/SKILL.md";
const PDF = "/.well-known/agent-skills/pdf-processing.tar.gz";
const page = (site: Site, path: string) => site.pages.get(path)!;
/** Changes the entry of the first skill, which is one file. */
const entry =
  (change: Record<string, unknown>): SiteCase["spoil"] =>
  (site) =>
    Object.assign(site.index.skills[0], change);
/** Serves other bytes as the archive, with the digest that fits. */
const archive =
  (body: Buffer): SiteCase["spoil"] =>
  (site) => {
    page(site, PDF).body = body;
    site.index.skills[1].digest = digestOf(body);
  };
const content = (name: string) => ({ name: `${name}`, body: skillMd("pdf-processing") });

export const siteCases: SiteCase[] = [
  { title: "is right", spoil: () => undefined },
  {
    title: "has no index",
    spoil: (site) => site.pages.set(INDEX, { status: 404, headers: {}, body: Buffer.alloc(0) }),
    failed: ["error wk-index"],
    notApplicable: ["wk-schema", "wk-digest", "wk-ct-index", "wk-get-head"],
  },
  {
    title: "has only the index of 0.1.0",
    spoil: (site) => {
      site.pages.set(INDEX, { status: 404, headers: {}, body: Buffer.alloc(0) });
      site.put(
        "/.well-known/skills/index.json",
        "application/json",
        '{"skills":[{"name":"old","description":"Old.","files":["SKILL.md"]}]}',
      );
      site.put("/.well-known/skills/old/SKILL.md", "text/markdown", "---\nname: old\n---\n");
    },
    failed: ["error wk-index", "error wk-skillmd-frontmatter"],
    says: [["wk-index", "0.1.0"]],
  },
  {
    title: "serves a page for the index",
    spoil: (site) => site.put(INDEX, "application/json", "<html>"),
    failed: ["error wk-index"],
    says: [["wk-index", "no JSON"]],
  },
  {
    title: "names another schema",
    spoil: (site) => {
      site.index.$schema = "https://schemas.agentskills.io/discovery/0.3.0/schema.json";
    },
    failed: ["error wk-schema"],
    notApplicable: ["wk-name", "wk-digest", "wk-archive-root"],
  },
  {
    title: "names no schema",
    spoil: (site) => {
      delete site.index.$schema;
    },
    failed: ["error wk-schema"],
    untestable: ["wk-digest"],
    says: [["wk-schema", "0.1.0"]],
  },
  {
    title: "has an object for skills",
    spoil: (site) => {
      site.index.skills = {};
    },
    failed: ["error wk-skills-array"],
    notApplicable: ["wk-name"],
  },
  {
    title: "has an empty index",
    spoil: (site) => {
      site.index.skills = [];
    },
    notApplicable: ["wk-name"],
  },
  {
    title: "has a name in capitals",
    spoil: entry({ name: "Git-Workflow" }),
    failed: ["error wk-name"],
    says: [["wk-name", "git-workflow"]],
  },
  {
    title: "has an entry without a name",
    spoil: entry({ name: 5 }),
    failed: ["error wk-name"],
    untestable: ["wk-digest"],
  },
  {
    title: "has a type of its own",
    spoil: entry({ type: "plugin" }),
    failed: ["error wk-type"],
    notApplicable: ["wk-ct-skillmd"],
  },
  { title: "has no description", spoil: entry({ description: undefined }), failed: ["error wk-description"] },
  {
    title: "has a long description",
    spoil: entry({ description: "x".repeat(1025) }),
    failed: ["error wk-description", "warning wk-description-match"],
    says: [["wk-description", "1025"]],
  },
  {
    title: "describes a skill in other words",
    spoil: entry({ description: "Other." }),
    failed: ["warning wk-description-match"],
  },
  {
    title: "has no url",
    spoil: entry({ url: undefined }),
    failed: ["error wk-url"],
    notApplicable: ["wk-ct-skillmd"],
  },
  {
    title: "has a url of no web page",
    spoil: entry({ url: "file:///etc/passwd" }),
    failed: ["error wk-url"],
  },
  {
    title: "has a url that leads nowhere",
    spoil: entry({ url: "gone/SKILL.md" }),
    failed: ["error wk-get-head", "error wk-url"],
    untestable: ["wk-skillmd-frontmatter"],
  },
  {
    title: "has artifacts on another origin, which was not allowed",
    spoil: entry({ url: "https://cdn.invalid/git-workflow/SKILL.md" }),
    untestable: ["wk-digest", "wk-ct-skillmd", "wk-get-head"],
  },
  {
    title: "has the digest of another file",
    spoil: entry({ digest: digestOf("other") }),
    failed: ["error wk-digest"],
    says: [["wk-digest", digestOf("other")]],
  },
  {
    title: "has a digest in capitals",
    spoil: (site) => entry({ digest: site.index.skills[0].digest.toUpperCase() })(site),
    failed: ["error wk-digest"],
  },
  {
    title: "has a SKILL.md without frontmatter",
    spoil: (site) => {
      page(site, GIT).body = Buffer.from("# Git\n");
      site.index.skills[0].digest = digestOf("# Git\n");
    },
    failed: ["error wk-skillmd-frontmatter"],
  },
  {
    title: "serves a zip",
    spoil: (site) => {
      const body = zip([
        { name: "SKILL.md", body: skillMd("zipped") },
        { name: "a.md", body: "# A\n", stored: true },
      ]);
      site.archive("zipped", body, "zip", "application/zip");
    },
  },
  {
    title: "serves archives without saying what they are",
    spoil: (site) => {
      page(site, PDF).headers["content-type"] = "application/octet-stream";
    },
    failed: ["error wk-ct-archive"],
  },
  {
    title: "serves an archive of another kind",
    spoil: (site) => site.archive("packed", Buffer.from("7z.."), "7z", "application/x-7z-compressed"),
    failed: ["error wk-ct-archive", "warning wk-archive-format"],
    untestable: ["wk-skillmd-frontmatter"],
  },
  {
    title: "wraps the skill in a folder",
    spoil: archive(
      files({ "pdf-processing/SKILL.md": skillMd("pdf-processing"), "pdf-processing/a.md": "# A\n" }),
    ),
    failed: ["error wk-archive-root"],
    says: [["wk-archive-root", "wraps the skill in a folder"]],
  },
  {
    title: "packs with ./ before each path",
    spoil: archive(
      tarGz([content("./SKILL.md"), { name: "./a.md", body: "# A\n" }, { name: "./b/", type: "5" }]),
    ),
  },
  {
    title: "packs a path that climbs out",
    spoil: archive(tarGz([content("SKILL.md"), { name: "../evil.sh", body: "x" }])),
    failed: ["error wk-archive-paths"],
  },
  {
    title: "packs an absolute path and a link to one",
    spoil: archive(
      tarGz([
        content("SKILL.md"),
        { name: "/etc/cron.d/x", body: "x" },
        { name: "passwd", type: "2", link: "/etc/passwd" },
      ]),
    ),
    failed: ["error wk-archive-paths"],
    says: [["wk-archive-paths", "passwd"]],
  },
  {
    title: "packs one file",
    spoil: archive(tarGz([content("SKILL.md")])),
    failed: ["warning wk-simple-type"],
  },
  {
    title: "serves a cut archive",
    spoil: (site) => archive(page(site, PDF).body.subarray(0, 150))(site),
    untestable: ["wk-archive-root", "wk-archive-paths", "wk-simple-type"],
  },
  {
    title: "serves the index as text",
    spoil: (site) => {
      site.put(INDEX, "text/plain", JSON.stringify(site.index));
    },
    failed: ["error wk-ct-index"],
  },
  {
    title: "serves SKILL.md as a web page",
    spoil: (site) => {
      page(site, GIT).headers["content-type"] = "text/html";
    },
    failed: ["error wk-ct-skillmd"],
  },
  {
    title: "refuses HEAD",
    spoil: (site) => {
      page(site, GIT).noHead = true;
    },
    failed: ["error wk-get-head"],
  },
  {
    title: "gives another type for HEAD",
    spoil: (site) => {
      page(site, GIT).headHeaders = { "content-type": "text/html" };
    },
    failed: ["error wk-get-head"],
    says: [["wk-get-head", "another Content-Type"]],
  },
  {
    title: "answers what is not there with its home page",
    spoil: (site) => {
      site.fallback = { headers: { "content-type": "text/html" }, body: Buffer.from("<html>") };
    },
    failed: ["error wk-404"],
  },
  {
    title: "says nothing of caching",
    spoil: (site) => {
      delete page(site, GIT).headers["cache-control"];
    },
    failed: ["warning wk-cache-control"],
    says: [["wk-cache-control", "1 of 3"]],
  },
  {
    title: "sends no CORS header",
    spoil: (site) => {
      delete page(site, PDF).headers["access-control-allow-origin"];
    },
    noted: ["wk-cors"],
  },
  { title: "was not probed", spoil: () => undefined, probes: false, untestable: ["wk-404", "wk-get-head"] },
  {
    title: "never answers for one artifact",
    spoil: (site) => {
      page(site, GIT).hangs = true;
    },
    options: { timeoutMs: 1_500 },
    untestable: ["wk-digest", "wk-ct-skillmd", "wk-get-head"],
  },
];
