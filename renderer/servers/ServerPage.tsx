import { useState } from "react";
import type { ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { useApp, useServer } from "../state/store";
import { setUi } from "../state/ui-state";
import { LinkButton } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { EmptyState } from "../ui/EmptyState";
import { count } from "../ui/format";
import { Tab, TabList, TabPanel, Tabs } from "../ui/Tabs";
import { conventionNames } from "./convention-names";
import { addressOf } from "./found";
import { ServerActions } from "./ServerActions";
import { ServerDetails } from "./ServerDetails";
import { ServerOutput } from "./ServerOutput";
import { ServerStateBox } from "./ServerStateBox";
import { SkillCards } from "./SkillCards";
import { STATUS_WORDS } from "./StatusDot";
import "./servers.css";

/** A server as a page: how it stands, what it serves, what it says of itself, what it wrote. */
export function ServerPage({ serverId }: { serverId: string }) {
  const server = useServer(serverId);
  const held = useApp((state) => state.skills.get(serverId)?.rows.length ?? 0);
  const [tab, setTab] = useState<string>("skills");
  if (!server) {
    return (
      <EmptyState center title="This server is no longer there">
        It was removed, here or in another window.
      </EmptyState>
    );
  }
  const lines = server.stderr?.trim() ? server.stderr.trim().split("\n").length : 0;
  return (
    <div className="doc">
      <header className="head">
        <div className="uri">{visible(headAddress(server))}</div>
        <div className="head-row">
          <h1 className="name">{visible(server.config.label)}</h1>
          <ServerActions server={server} />
        </div>
        <Facts server={server} />
      </header>
      <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <TabList aria-label="Server">
          <Tab id="skills">
            Skills {held > 0 && <Chip label={count(held, "skill")}>{held.toLocaleString("en-US")}</Chip>}
          </Tab>
          <Tab id="details">Details</Tab>
          <Tab id="output">
            Output {lines > 0 && <Chip label={count(lines, "line")}>{lines.toLocaleString("en-US")}</Chip>}
          </Tab>
        </TabList>
        <TabPanel id="skills" className="tab-panel server-skills">
          {server.config.transport.kind === "builtin" && held > 0 && <SamplesNote />}
          <ServerStateBox server={server} held={held} />
          <SkillCards server={server} />
        </TabPanel>
        <TabPanel id="details" className="tab-panel scroll">
          <ServerDetails server={server} />
        </TabPanel>
        <TabPanel id="output" className="tab-panel scroll">
          <ServerOutput server={server} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** For who comes here first: what this is, and what to do with it. */
function SamplesNote() {
  return (
    <p className="samples-note">
      Skills are instructions that an AI assistant reads when a task calls for them. These come with the app,
      to look around in: choose one to read it, or{" "}
      <LinkButton onPress={() => setUi({ serverForm: {} })}>connect a server of your own</LinkButton>.
    </p>
  );
}

/** What the app connects to, in one line; environment and folder of a command are among the details. */
function headAddress({ config: { transport } }: ServerState): string {
  return addressOf(transport.kind === "stdio" ? { ...transport, env: {}, cwd: undefined } : transport);
}

function Facts({ server }: { server: ServerState }) {
  const { status, protocolVersion, era, serverInfo, skillsExtension } = server;
  const tone = {
    connected: "ok",
    failed: "bad",
    "needs-confirmation": "warn",
    "needs-sign-in": "warn",
    connecting: "note",
    disconnected: "plain",
  } as const;
  const earlier = (server.conventions ?? []).filter((id) => id !== "sep-2640" && id !== "folder");
  const self = [serverInfo?.title ?? serverInfo?.name, serverInfo?.version].filter(Boolean).join(" ");
  return (
    <div className="facts">
      <Chip tone={tone[status]}>{STATUS_WORDS[status]}</Chip>
      {protocolVersion && (
        <Chip>
          {protocolVersion}
          {era && ` · ${era}`}
        </Chip>
      )}
      {server.signIn?.account && <Chip tone="note">signed in</Chip>}
      {status === "connected" &&
        skillsExtension &&
        (skillsExtension.declared ? (
          <Chip tone="note">
            skills extension declared{skillsExtension.directoryRead ? ", with directory reads" : ""}
          </Chip>
        ) : (
          <Chip tone="warn">skills extension not declared</Chip>
        ))}
      {earlier.length > 0 && (
        <Chip tone="note">found by: {visible(conventionNames(earlier).join(", "))}</Chip>
      )}
      {status === "connected" && <Chip>{server.completions ? "completion offered" : "no completion"}</Chip>}
      {self && <Chip title="What the server calls itself">calls itself {visible(self)}</Chip>}
    </div>
  );
}
