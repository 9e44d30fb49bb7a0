import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { inspectWellKnown } from "../../electron/engine/inspection/inspect-well-known";
import { createSkillServer, samplesFolder } from "../../electron/engine/skill-server";
import { archiveFormat, unpack } from "../../electron/engine/well-known/archive";
import { parseOrigin } from "../../electron/engine/well-known/origin";
import { WellKnownSite } from "../../electron/engine/well-known/site";
import { PROFILE } from "../../shared/rules/well-known-agent-skills-0.2.0/facts";
import { tarGz, zip } from "../rules/well-known-agent-skills-0.2.0/archives";
import { digestOf, files, rightSite, Site, skillMd } from "../rules/well-known-agent-skills-0.2.0/site";

const INDEX = "/.well-known/agent-skills/index.json";
const { signal } = new AbortController();
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("utf8");

/** Publishes one archive and opens it. */
async function opened(body: Buffer, ending = "tar.gz", type = "application/gzip") {
  const site = new Site();
  site.archive("packed", body, ending, type);
  await site.start();
  const client = new WellKnownSite(site.url);
  return client.open((await client.list(signal)).skills[0]!, signal);
}

describe("as a client of a well-known site, the app", () => {
  it("wk-c-disclosure: lists by the index alone and fetches one artifact when a skill is opened", async () => {
    const site = await rightSite();
    const client = new WellKnownSite(site.url);
    const { skills } = await client.list(signal);
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ["git-workflow", "Does the work of git-workflow. Use when git-workflow is due."],
      ["pdf-processing", "Does the work of pdf-processing. Use when pdf-processing is due."],
    ]);
    expect(site.asked).toEqual([`GET ${INDEX}`]);
    const opened = await client.open(skills[1]!, signal);
    expect([...opened.keys()].sort()).toEqual(["SKILL.md", "references/FORMS.md"]);
    expect(site.asked.slice(1)).toEqual(["GET /.well-known/agent-skills/pdf-processing.tar.gz"]);
  });

  it("wk-c-fetch: does not process an index of an unknown $schema, and says so", async () => {
    const site = await rightSite();
    site.index.$schema = "https://schemas.agentskills.io/discovery/9.0.0/schema.json";
    const { version, skills, warnings } = await new WellKnownSite(site.url).list(signal);
    expect([version, skills]).toEqual(["unknown", []]);
    expect(warnings).toEqual([expect.stringContaining("9.0.0")]);
  });

  it("wk-c-ignore, wk-c-type: ignores unknown fields, and skips an entry of an unknown type with a warning", async () => {
    const site = await rightSite();
    site.index.extra = { a: 1 };
    site.index.skills[0].stars = 5;
    site.index.skills[1].type = "plugin";
    const { skills, warnings } = await new WellKnownSite(site.url).list(signal);
    expect(skills.map(({ name }) => name)).toEqual(["git-workflow"]);
    expect(warnings).toEqual([expect.stringMatching(/pdf-processing.*unknown type "plugin"/)]);
  });

  it.each([
    ["of another digest", digestOf("other"), "does not match the index"],
    ["without a digest", undefined, "no valid digest"],
    ["of a digest in capitals", digestOf(skillMd("git-workflow")).toUpperCase(), "no valid digest"],
  ])("wk-c-verify: uses no artifact %s", async (_, digest, message) => {
    const site = await rightSite();
    site.index.skills[0].digest = digest;
    const client = new WellKnownSite(site.url);
    const { skills } = await client.list(signal);
    await expect(client.open(skills[0]!, signal)).rejects.toThrow(message);
  });

  it("wk-c-digest-cache: fetches an artifact once for each digest", async () => {
    const site = await rightSite();
    const client = new WellKnownSite(site.url);
    const { skills } = await client.list(signal);
    const first = await client.open(skills[0]!, signal);
    expect(await client.open(skills[0]!, signal)).toBe(first);
    expect(site.asked.filter((line) => /git-workflow/.test(line))).toHaveLength(1);
    await client.open({ ...skills[0]!, digest: digestOf("new") }, signal).catch(() => undefined);
    expect(site.asked.filter((line) => /git-workflow/.test(line))).toHaveLength(2);
  });

  it("wk-c-redirect: follows redirects, and keeps the index for as long as Cache-Control says", async () => {
    const site = await rightSite();
    const moved = { status: 302, headers: { location: "/moved/SKILL.md" }, body: Buffer.alloc(0) };
    site.put("/moved/SKILL.md", "text/markdown", skillMd("git-workflow"));
    site.pages.set("/.well-known/agent-skills/git-workflow/SKILL.md", moved);
    const client = new WellKnownSite(site.url);
    const { skills } = await client.list(signal);
    expect(text((await client.open(skills[0]!, signal)).get("SKILL.md"))).toBe(skillMd("git-workflow"));
    await client.list(signal);
    expect(site.asked.filter((line) => line.endsWith("index.json"))).toHaveLength(1);
    site.indexHeaders["cache-control"] = "no-store";
    const other = new WellKnownSite(site.url);
    await other.list(signal);
    await other.list(signal);
    expect(site.asked.filter((line) => line.endsWith("index.json"))).toHaveLength(3);
  });

  it("ends a circle of redirects", async () => {
    const site = await rightSite();
    site.pages.set(INDEX, { status: 301, headers: { location: INDEX }, body: Buffer.alloc(0) });
    await expect(new WellKnownSite(site.url).list(signal)).rejects.toThrow("more than 5 redirects");
  });

  it("wk-c-allowlist: asks the site's own origin and those that were allowed, and no other", async () => {
    const cdn = new Site();
    cdn.put("/x/SKILL.md", "text/markdown", skillMd("far"));
    await cdn.start();
    const site = await rightSite();
    site.index.skills = [
      {
        name: "far",
        type: "skill-md",
        description: "Far.",
        url: `${cdn.url}/x/SKILL.md`,
        digest: digestOf(skillMd("far")),
      },
    ];
    const strict = new WellKnownSite(site.url);
    const [far] = (await strict.list(signal)).skills;
    await expect(strict.open(far!, signal)).rejects.toThrow("not among the allowed origins");
    site.pages.set("/hop", {
      status: 302,
      headers: { location: `${cdn.url}/x/SKILL.md` },
      body: Buffer.alloc(0),
    });
    await expect(strict.open({ ...far!, url: `${site.url}/hop` }, signal)).rejects.toThrow("allowed origins");
    expect(cdn.asked).toEqual([]);
    const open = new WellKnownSite(site.url, { allowOrigins: [cdn.url] });
    expect(text((await open.open(far!, signal)).get("SKILL.md"))).toBe(skillMd("far"));
  });

  it("takes HTTPS, and plain HTTP to this machine only", () => {
    expect(parseOrigin("https://example.com/anything")).toBe("https://example.com");
    expect(parseOrigin("http://localhost:8080")).toBe("http://localhost:8080");
    for (const address of [
      "http://example.com",
      "ftp://example.com",
      "https://a:b@example.com",
      "example.com",
    ])
      expect(() => parseOrigin(address), address).toThrow();
  });

  it("wk-c-legacy: reads an index without $schema as 0.1.0, also at its own path, and only SKILL.md of a skill", async () => {
    const site = new Site();
    site.pages.set(INDEX, { status: 404, headers: {}, body: Buffer.alloc(0) });
    const old = {
      skills: [{ name: "old", description: "Old.", files: ["SKILL.md", "my notes.md", "../x"] }],
    };
    site.put("/.well-known/skills/index.json", "application/json", JSON.stringify(old));
    site.put("/.well-known/skills/old/SKILL.md", "text/markdown", skillMd("old"));
    await site.start();
    const client = new WellKnownSite(site.url);
    const { version, skills } = await client.list(signal);
    expect(version).toBe("0.1.0");
    expect(skills[0]).toMatchObject({ name: "old", type: "files", files: ["SKILL.md", "my notes.md"] });
    expect(text((await client.open(skills[0]!, signal)).get("SKILL.md"))).toBe(skillMd("old"));
    expect(site.asked.at(-1)).toBe("GET /.well-known/skills/old/SKILL.md");
  });

  it("wk-c-formats: unpacks .tar.gz and .zip, stored and deflated, and long and foreign names", async () => {
    const long = `references/${"deep/".repeat(30)}ärger.md`;
    const content = { "SKILL.md": skillMd("packed"), [long]: "# Long\n", "scripts/run.sh": "exit 1\n" };
    const tar = await opened(files(content));
    expect(Object.fromEntries([...tar].map(([path, bytes]) => [path, text(bytes)]))).toEqual(content);
    const zipped = zip([
      { name: "SKILL.md", body: skillMd("packed") },
      { name: "scripts/", body: "", stored: true },
      { name: "scripts/run.sh", body: "exit 1\n", stored: true },
    ]);
    const unzipped = await opened(zipped, "zip", "application/zip");
    expect([...unzipped.keys()]).toEqual(["SKILL.md", "scripts/run.sh"]);
    expect(text(unzipped.get("SKILL.md"))).toBe(skillMd("packed"));
  });

  it("wk-c-scripts: gives files of scripts/ as bytes and starts nothing", async () => {
    const marker = "globalThis.wellKnownScriptRan = true";
    const content = await opened(files({ "SKILL.md": skillMd("packed"), "scripts/run.js": marker }));
    expect(text(content.get("scripts/run.js"))).toBe(marker);
    expect("wellKnownScriptRan" in globalThis).toBe(false);
  });

  it("wk-c-archive-type: takes the format from Content-Type, and from the ending where that says nothing", () => {
    expect(archiveFormat("application/zip; x=1", "https://h/a.tar.gz")).toBe("zip");
    expect(archiveFormat("application/octet-stream", "https://h/a.tar.gz?v=1")).toBe("tar.gz");
    expect(archiveFormat(undefined, "https://h/a.zip")).toBe("zip");
    expect(archiveFormat("text/html", "https://h/a.zip")).toBeUndefined();
  });

  const body = skillMd("packed");
  it.each<[string, Buffer, string]>([
    [
      "a path that climbs out",
      tarGz([
        { name: "SKILL.md", body },
        { name: "a/../../x", body: "x" },
      ]),
      "leads out",
    ],
    [
      "an absolute path",
      tarGz([
        { name: "SKILL.md", body },
        { name: "/etc/x", body: "x" },
      ]),
      "leads out",
    ],
    [
      "a symbolic link",
      tarGz([
        { name: "SKILL.md", body },
        { name: "x", type: "2", link: "/etc/passwd" },
      ]),
      "a link",
    ],
    [
      "a hard link",
      tarGz([
        { name: "SKILL.md", body },
        { name: "x", type: "1", link: "../x" },
      ]),
      "a link",
    ],
    ["no SKILL.md at its root", tarGz([{ name: "a/SKILL.md", body }]), "no SKILL.md at its root"],
    ["bytes that are no archive", Buffer.from("hello"), "cannot be unpacked"],
  ])("wk-c-archive-safety: refuses an archive with %s", async (_, bytes, message) => {
    await expect(opened(bytes)).rejects.toThrow(message);
  });

  it.each<[string, Buffer, string]>([
    [
      "a path that climbs out",
      zip([
        { name: "SKILL.md", body },
        { name: "..\\x", body: "x" },
      ]),
      "leads out",
    ],
    [
      "a link",
      zip([
        { name: "SKILL.md", body },
        { name: "x", body: "/etc", stored: true, mode: 0o120777 },
      ]),
      "a link",
    ],
    ["a wrong size", zip([{ name: "SKILL.md", body, size: 3 }]), "cannot be unpacked"],
    ["its end cut off", zip([{ name: "SKILL.md", body }]).subarray(0, 60), "cannot be unpacked"],
  ])("refuses a zip with %s", async (_, bytes, message) => {
    await expect(opened(bytes, "zip", "application/zip")).rejects.toThrow(message);
  });

  it("stops unpacking at its limit, whatever the archive states", async () => {
    const bomb = "0".repeat(3_000_000);
    for (const [format, bytes] of [
      ["tar.gz", tarGz([{ name: "SKILL.md", body: bomb }])],
      ["zip", zip([{ name: "SKILL.md", body: bomb }])],
      ["zip", zip([{ name: "SKILL.md", body: bomb, size: 10 }])],
    ] as const) {
      const { files: unpacked, problem } = await unpack(bytes, format, 1_000_000);
      expect(unpacked).toEqual([]);
      expect(problem).toMatch(/more than 1000000 bytes unpacked|another size/);
    }
  });

  it("gives up on a site that does not answer, and when it is told to", async () => {
    const site = await rightSite();
    site.pages.set(INDEX, { headers: {}, body: Buffer.alloc(0), hangs: true });
    await expect(new WellKnownSite(site.url, { timeoutMs: 100 }).list(signal)).rejects.toThrow(
      "within 100 ms",
    );
    const stop = new AbortController();
    const waiting = new WellKnownSite(site.url).list(stop.signal);
    stop.abort("stopped by hand");
    await expect(waiting).rejects.toThrow("stopped by hand");
  });
});

const workerFile = fileURLToPath(new URL("../../dist/inspection-worker.cjs", import.meta.url));
const options = { probes: true, signal, client: { name: "test", version: "0" }, workerFile };

describe("the check of a well-known site", () => {
  it("finds nothing wrong with what the built-in server serves", async () => {
    const server = await createSkillServer({
      folders: [samplesFolder()],
      convention: "well-known",
      watch: false,
    });
    try {
      const { origin } = new URL((await server.serveHttp({ port: 0 })).url);
      const report = await inspectWellKnown(origin, "site", { ...options, profiles: [PROFILE] });
      expect(report.summary).toMatchObject({ errors: 0, warnings: 0, untestable: 0 });
      expect(report.summary.skills).toBeGreaterThan(5);
      expect(report.target).toMatchObject({ kind: "well-known", url: origin });
    } finally {
      await server.close();
    }
  });

  it("judges the SKILL.md in each artifact by Agent Skills, and shows the request that proves it", async () => {
    const site = await rightSite();
    site.skill("bad-skill", "---\nname: other-name\n---\n\n# Bad\n");
    const report = await inspectWellKnown(site.url, "site", options);
    const found = report.findings.filter(({ rule }) => rule === "as-name-dir");
    expect(found.map(({ location }) => location?.file)).toEqual([
      `${site.url}/.well-known/agent-skills/bad-skill/SKILL.md`,
    ]);
    const shown = report.exchanges.find(({ id }) => id === found[0]!.evidence[0]);
    expect(shown).toMatchObject({ method: "GET", httpStatus: 200 });
    expect(report.rules.find(({ rule }) => rule === "wk-skillmd-frontmatter")?.outcome).toBe("fail");
  });

  it("looks into as many skills as it was told, and ends early when it is told to", async () => {
    const site = await rightSite();
    await inspectWellKnown(site.url, "site", { ...options, maxSkills: 1, probes: false });
    expect(site.asked.filter((line) => /^GET.*(?:SKILL\.md|tar\.gz)/.test(line))).toHaveLength(1);
    const stop = new AbortController();
    const report = await inspectWellKnown(site.url, "site", {
      ...options,
      signal: stop.signal,
      onProgress: () => stop.abort("stopped by hand"),
    });
    expect(report.incomplete).toBe("stopped by hand");
  });

  it("says when a site cannot be reached", async () => {
    const site = await rightSite();
    const { url } = site;
    await expect(inspectWellKnown(url.replace(/\d+$/, "1"), "site", options)).rejects.toMatchObject({
      problem: { code: "transport", hint: expect.any(String) },
    });
  });
});
