import { useMemo } from "react";
import type { SkillDetail } from "../../shared/model/skill";
import { SkillChecks } from "../checks";
import { PinBanner } from "../pins/PinBanner";
import { useApp } from "../state/store";
import type { SkillTab, Target } from "../state/target";
import { Chip } from "../ui/Chip";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Tab, TabList, TabPanel, Tabs } from "../ui/Tabs";
import { CompareTab } from "./compare/CompareTab";
import { FileBody, FileState } from "./FileBody";
import { fileType } from "./file-type";
import { FilesTab } from "./files/FilesTab";
import { FrontmatterFold } from "./frontmatter/FrontmatterFold";
import { FrontmatterTab } from "./frontmatter/FrontmatterTab";
import { CheckBadge } from "./header/CheckBadge";
import { DocHeader } from "./header/DocHeader";
import { SkillActions } from "./header/SkillActions";
import { SkillFacts } from "./header/SkillFacts";
import { MismatchBanner } from "./header/VerdictChip";
import { InvalidEntry } from "./InvalidEntry";
import { useDocument } from "./use-document";
import { useInvalidConsent } from "./use-invalid-consent";

export interface SkillViewProps {
  target: Extract<Target, { kind: "skill" }>;
  skill: SkillDetail;
}

/** A skill: opens on its rendered SKILL.md. */
export function SkillView({ target, skill }: SkillViewProps) {
  const { serverId, uri } = target;
  const open = useApp((state) => state.open);
  const consent = useInvalidConsent(serverId, uri);
  const readable = skill.invalid === undefined || consent.given;
  const doc = useDocument(serverId, uri, uri, readable);
  const { file, bytes } = doc;
  const type = useMemo(
    () => file && bytes && fileType(file.uri, file.mimeType ?? "text/markdown", file.textual, bytes),
    [file, bytes],
  );
  const tab = target.tab ?? (target.file !== undefined ? "files" : "preview");
  const show = (next: SkillTab, line?: number) =>
    open(
      { kind: "skill", serverId, uri, tab: next, ...(line === undefined ? {} : { line }) },
      { replace: true },
    );
  const body = (mode: "preview" | "source") =>
    !readable ? (
      <InvalidEntry reason={skill.invalid!} onRead={consent.give} />
    ) : file && type ? (
      <FileBody
        serverId={serverId}
        uri={uri}
        skillUri={uri}
        manifest={skill.manifest}
        doc={doc}
        type={type}
        mode={mode}
        line={target.line}
        above={
          <>
            <MismatchBanner verdict={file.verdict} />
            <FrontmatterFold file={file} onLine={(line) => show("source", line)} />
          </>
        }
      />
    ) : (
      <FileState doc={doc} what="SKILL.md" />
    );
  return (
    <div className="doc">
      <DocHeader
        uri={uri}
        name={skill.name || "(no name)"}
        description={skill.description}
        facts={<SkillFacts serverId={serverId} skill={skill} file={file} />}
        actions={<SkillActions serverId={serverId} skill={skill} doc={doc} readable={readable} />}
      />
      <PinBanner serverId={serverId} uri={uri} />
      <Tabs className="doc-tabs" selectedKey={tab} onSelectionChange={(key) => show(key as SkillTab)}>
        <TabList aria-label="Views of this skill">
          <Tab id="preview">Preview</Tab>
          <Tab id="source">Source</Tab>
          <Tab id="files">Files {skill.files !== undefined && <Chip>{skill.files}</Chip>}</Tab>
          <Tab id="frontmatter">Frontmatter</Tab>
          <Tab id="checks">
            Checks <CheckBadge serverId={serverId} uri={uri} />
          </Tab>
          <Tab id="compare">Compare</Tab>
        </TabList>
        <Panel id="preview" resetKey={file?.handle}>
          {body("preview")}
        </Panel>
        <Panel id="source" resetKey={file?.handle}>
          {body("source")}
        </Panel>
        <Panel id="files" resetKey={target.file}>
          <FilesTab serverId={serverId} skill={skill} file={target.file} line={target.line} />
        </Panel>
        <Panel id="frontmatter">
          <FrontmatterTab skill={skill} file={file} onLine={(line) => show("source", line)} />
        </Panel>
        <Panel id="checks">
          <div className="doc-scroll scroll">
            <SkillChecks serverId={serverId} uri={uri} />
          </div>
        </Panel>
        <Panel id="compare">
          <CompareTab serverId={serverId} skill={skill} file={file} />
        </Panel>
      </Tabs>
    </div>
  );
}

function Panel({ id, resetKey, children }: { id: SkillTab; resetKey?: string; children: React.ReactNode }) {
  return (
    <TabPanel id={id} className="doc-panel">
      <ErrorBoundary what="this view" resetKey={resetKey}>
        {children}
      </ErrorBoundary>
    </TabPanel>
  );
}
