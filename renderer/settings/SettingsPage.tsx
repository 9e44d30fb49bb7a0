import type { Settings } from "../../shared/contract";
import { KeyList } from "../app/ShortcutsDialog";
import { saveSettings } from "../app/settings";
import { useCall, useHost } from "../client/host";
import { useApp } from "../state/store";
import { CopyButton } from "../ui/CopyButton";
import { Segments } from "../ui/Segments";
import { LimitFields } from "./LimitFields";

const THEMES: { id: Settings["theme"]; label: string }[] = [
  { id: "system", label: "As the system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
  { id: "contrast", label: "High contrast" },
];

/** What can be set, the keys, and what this program is. */
export function SettingsPage() {
  const host = useHost();
  const theme = useApp((state) => state.settings.theme);
  return (
    <div className="doc">
      <header className="head">
        <h1 className="name">Settings</h1>
      </header>
      <div className="scroll tab-panel">
        <div className="page">
          <section>
            <h2>Theme</h2>
            <div>
              <Segments
                label="Theme"
                value={theme}
                options={THEMES}
                onChange={(id) => saveSettings(host, { theme: id })}
              />
            </div>
          </section>
          <section>
            <h2>Limits</h2>
            <LimitFields />
          </section>
          <section>
            <h2>Keys</h2>
            <KeyList />
          </section>
          <About />
        </div>
      </div>
    </div>
  );
}

function About() {
  const { data } = useCall("app.info", {});
  if (!data) return null;
  const rows: [string, string][] = [
    ["Version", data.version],
    ["Runs as", data.host === "desktop" ? `desktop app, Electron ${data.electron ?? ""}` : "browser page"],
    ["System", `${data.platform}, Node ${data.node}`],
    [
      "Secrets",
      data.secretStore === "system"
        ? "kept in the system's secret store"
        : "kept in memory only, gone when the app ends",
    ],
  ];
  if (data.fallbackReason) rows.push(["No desktop window", data.fallbackReason]);
  return (
    <section>
      <h2>
        About {data.name}{" "}
        <CopyButton label="Copy these facts" text={rows.map((row) => row.join(": ")).join("\n")} />
      </h2>
      <dl className="facts-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="break">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
