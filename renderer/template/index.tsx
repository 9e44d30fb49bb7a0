import "./template.css";
import { useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { parseTemplate } from "../../shared/uri/rfc6570";
import { useCall } from "../client/host";
import { useApp, useServer } from "../state/store";
import type { Target } from "../state/target";
import { Chip } from "../ui/Chip";
import { Tab, TabList, TabPanel, Tabs } from "../ui/Tabs";
import { ChecksTab } from "./ChecksTab";
import { FillTab } from "./FillTab";
import { formKey } from "./form-store";
import { RecentTab } from "./RecentTab";
import { useRecent } from "./recent";

export interface TemplateViewProps {
  target: Extract<Target, { kind: "template" }>;
}

/** A resource template as a form. */
export function TemplateView({ target }: TemplateViewProps) {
  const { serverId, uriTemplate } = target;
  const server = useServer(serverId);
  const { data: templates } = useCall("templates.list", { serverId });
  const listed = templates?.find((template) => template.uriTemplate === uriTemplate);
  const template = useMemo(() => parseTemplate(uriTemplate), [uriTemplate]);
  const [tab, setTab] = useState("fill");
  const key = formKey(serverId, uriTemplate);
  const recent = useRecent(key);
  const checks = useApp((state) => state.checks.get(serverId));
  const findings = useMemo(
    () => checks?.findings.filter(({ subject }) => subject.template === uriTemplate) ?? [],
    [checks?.findings, uriTemplate],
  );
  const name = listed?.title ?? listed?.name ?? uriTemplate;
  return (
    <div className="doc">
      <header className="head">
        <div className="uri">template</div>
        <h1 className="name">{visible(name)}</h1>
        {listed?.description && <p className="desc">{visible(listed.description)}</p>}
        <div className="facts">
          <Chip tone="note">from {visible(server?.config.label ?? serverId)}</Chip>
          {!template.ok ? (
            <Chip tone="bad">invalid template</Chip>
          ) : (
            <Chip title="RFC 6570 section 1.2">RFC 6570 level {template.level}</Chip>
          )}
          {server?.completions ? (
            <Chip tone="ok">completion offered</Chip>
          ) : (
            <Chip title="The server does not declare the completions capability, so nothing is asked while you type.">
              this server offers no completion
            </Chip>
          )}
          {listed?.mimeType && <Chip title="type of what it gives">{visible(listed.mimeType)}</Chip>}
          {templates && !listed && <Chip tone="warn">no longer listed</Chip>}
        </div>
      </header>
      <Tabs selectedKey={tab} onSelectionChange={(next) => setTab(String(next))}>
        <TabList aria-label="Views of this template">
          <Tab id="fill">Fill</Tab>
          <Tab id="checks">
            Checks {findings.length > 0 && <Chip tone={worst(findings)}>{findings.length}</Chip>}
          </Tab>
          <Tab id="recent">Recent {recent.length > 0 && <Chip>{recent.length}</Chip>}</Tab>
        </TabList>
        <TabPanel id="fill" className="tab-panel scroll tpl-panel">
          <FillTab serverId={serverId} template={template} />
        </TabPanel>
        <TabPanel id="checks" className="tab-panel scroll tpl-panel">
          <ChecksTab serverId={serverId} findings={findings} checked={checks?.report !== undefined} />
        </TabPanel>
        <TabPanel id="recent" className="tab-panel scroll tpl-panel">
          <RecentTab formKey={key} recent={recent} onUse={() => setTab("fill")} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function worst(findings: readonly { severity: string }[]): "bad" | "warn" | "plain" {
  if (findings.some((finding) => finding.severity === "error")) return "bad";
  return findings.some((finding) => finding.severity === "warning") ? "warn" : "plain";
}
