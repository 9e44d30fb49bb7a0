import { fail, notApplicable, note, pass } from "../define-rule";
import { listed } from "../values";
import { extRule } from "./declare";
import { entryEvidence } from "./entries";
import { entryUri, NO_URI, onPath, skillPath } from "./uri-path";

/** Rules on the form of an entry's URI (Resource Mapping). */

export const uriScheme = extRule(
  "skill",
  {
    id: "ext-uri-scheme",
    level: "SHOULD",
    section: "Resource Mapping",
    title: "Skill file URIs use the skill:// scheme",
    why: "Every scheme works, but people and tools recognise a skill by skill://.",
    fix: "Publish the skill as skill://<path>/SKILL.md, unless its own scheme says something that skill:// cannot.",
    officialCheck: "sep-2640-skill-uri-scheme",
  },
  (skill) => {
    const uri = entryUri(skill);
    if (uri === undefined) return NO_URI;
    if (uri.startsWith("skill://")) return pass;
    const scheme = /^[^:/?#]*:/.exec(uri)?.[0];
    return fail({
      severity: "warning",
      message: scheme
        ? `The skill is published under ${scheme}${uri.startsWith(`${scheme}//`) ? "//" : ""}, not skill://.`
        : "The uri has no scheme.",
      expected: "skill://…",
      actual: uri,
      evidence: entryEvidence(skill),
    });
  },
);

export const uriSkillMdExplicit = extRule(
  "skill",
  {
    id: "ext-uri-skillmd-explicit",
    level: "MUST",
    section: "Resource Mapping",
    title: "The entry URI names SKILL.md explicitly: <scheme>://<skill-path>/SKILL.md",
    why: "The skill's name, its root directory and every file's place are read off this URI; in another form a host cannot tell them.",
    fix: "Write the uri as <scheme>://<skill-path>/SKILL.md with at least one path segment, e.g. skill://git-workflow/SKILL.md.",
  },
  (skill) => {
    const uri = entryUri(skill);
    if (uri === undefined) return NO_URI;
    if (skillPath(uri)) return pass;
    const { message, fix } = notExplicit(uri);
    return fail({
      message,
      expected: "<scheme>://<skill-path>/SKILL.md",
      actual: uri,
      evidence: entryEvidence(skill),
      ...(fix ? { fix } : {}),
    });
  },
);

function notExplicit(uri: string): { message: string; fix?: string } {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(uri)) {
    return { message: "The uri does not begin with <scheme>://." };
  }
  if (/:\/\/\/*SKILL\.md$/.test(uri)) {
    return {
      message: "The uri has no skill path: nothing stands between :// and SKILL.md.",
      fix: "Put the skill's directory between them, e.g. skill://git-workflow/SKILL.md; the name is its last segment.",
    };
  }
  const wrongCase = /\/(skill\.md)$/i.exec(uri)?.[1];
  if (wrongCase) {
    return {
      message: `The uri ends in ${wrongCase}; the file is named SKILL.md, in exactly these letters.`,
      fix: `Rename the file to SKILL.md and publish ${uri.slice(0, -wrongCase.length)}SKILL.md.`,
    };
  }
  if (/[?#]/.test(uri)) {
    return {
      message: "The uri has a query or fragment after the path.",
      fix: `Publish ${uri.replace(/[?#].*$/s, "")} without it.`,
    };
  }
  return {
    message: "The uri does not end in /SKILL.md.",
    fix: `Publish the URI of the file: ${uri.replace(/\/+$/, "")}/SKILL.md.`,
  };
}

export const uriDepth = extRule(
  "skill",
  {
    id: "ext-uri-depth",
    level: "MAY",
    section: "Resource Mapping",
    title: "The skill path is one or more segments, nested to any depth",
    why: "Servers sort skills by team, topic or version as they like.",
    fix: "Nothing has to change.",
  },
  (skill) => onPath(skill, () => pass),
);

export const uriPrefix = extRule(
  "skill",
  {
    id: "ext-uri-prefix",
    level: "MAY",
    section: "Resource Mapping",
    title: "Segments before the last are a free organisational prefix",
    why: "The prefix tells skills of one name apart.",
    fix: "Nothing has to change.",
  },
  (skill) =>
    onPath(skill, (segments) => (segments.length > 1 ? pass : notApplicable("the uri has no prefix"))),
);

export const uriNested = extRule(
  "skill",
  {
    id: "ext-uri-nested-skillmd",
    level: "MAY",
    section: "Resource Mapping",
    title: "A SKILL.md may appear in a descendant directory of a skill",
    why: "Nested skills are allowed. To the enclosing skill their files are supporting files; loading one asks for consent of its own.",
    fix: "Nothing has to change.",
  },
  (skill, index) =>
    onPath(skill, () => {
      const below = index.nestedBelow(skill.uri);
      if (below.length === 0) return notApplicable("no listed skill lies below this one");
      return note({
        message: `Skills are nested in this one: ${listed(below.map((brief) => brief.uri).sort())}.`,
        evidence: entryEvidence(skill),
      });
    }),
);

export const uriOtherScheme = extRule(
  "skill",
  {
    id: "ext-uri-other-scheme",
    level: "MAY",
    section: "Resource Mapping",
    title: "Another, domain-native scheme may be used; the structural rules hold for every scheme",
    why: "The form <scheme>://<skill-path>/SKILL.md is asked for whatever the scheme.",
    fix: "Nothing has to change.",
  },
  (skill) =>
    onPath(skill, (_, uri) => (uri.startsWith("skill://") ? notApplicable("the uri uses skill://") : pass)),
);

export const uriFormRules = [uriScheme, uriSkillMdExplicit, uriDepth, uriPrefix, uriNested, uriOtherScheme];
