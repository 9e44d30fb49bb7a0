import {
  ArrowLeft,
  ArrowRight,
  CircleHelp,
  Contrast,
  Monitor,
  Moon,
  Search,
  ShieldCheck,
  Sun,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Settings } from "../../shared/contract";
import { useHost } from "../client/host";
import { isRunning } from "../state/check-state";
import { useApp } from "../state/store";
import { type Section, sectionOf } from "../state/target";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { Menu } from "../ui/Menu";
import { checkAll } from "./actions";
import { keyName } from "./keys";
import { saveSettings } from "./settings";

const SECTIONS: { id: Section; label: string }[] = [
  { id: "skills", label: "Skills" },
  { id: "uri", label: "URI" },
  { id: "serve", label: "Serve" },
  { id: "settings", label: "Settings" },
];

/** History, sections, search, check all, theme. */
export function TopBar() {
  const host = useHost();
  const { history, back, forward } = useApp((state) => state);
  const connected = useApp((state) =>
    [...state.servers.values()].some((server) => server.status === "connected"),
  );
  const running = useApp((state) => [...state.checks.values()].some(isRunning));
  return (
    <header className="top">
      <IconButton label="Back" shortcut={keyName("Alt+←")} onPress={back} isDisabled={history.at <= 0}>
        <ArrowLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Forward"
        shortcut={keyName("Alt+→")}
        onPress={forward}
        isDisabled={history.at >= history.entries.length - 1}
      >
        <ArrowRight size={16} aria-hidden="true" />
      </IconButton>
      <Sections />
      <SearchButton />
      <Button
        onPress={() => checkAll(host)}
        isDisabled={!connected || running}
        aria-label={running ? "Checks are running" : "Check all servers"}
      >
        <ShieldCheck size={14} aria-hidden="true" />
        {running ? "Checking…" : "Check all"}
      </Button>
      <ThemeMenu />
      <IconButton label="All keys" shortcut="?" onPress={() => setUi({ shortcuts: true })}>
        <CircleHelp size={16} aria-hidden="true" />
      </IconButton>
    </header>
  );
}

function Sections() {
  const section = useApp((state) => sectionOf(state.history.entries[state.history.at]));
  const goTo = useApp((state) => state.goTo);
  return (
    <nav className="seg" aria-label="Sections">
      {SECTIONS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={section === id ? "page" : undefined}
          onClick={() => goTo(id)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

function SearchButton() {
  return (
    <button type="button" className="search" onClick={() => setUi({ palette: { text: "" } })}>
      <Search size={14} aria-hidden="true" />
      <span className="ellipsis">Search skills and servers; paste a URI to open it</span>
      <span className="kbd">{keyName("Mod+K")}</span>
    </button>
  );
}

const THEMES: { id: Settings["theme"]; label: string; icon: ReactNode }[] = [
  { id: "system", label: "As the system", icon: <Monitor size={14} aria-hidden="true" /> },
  { id: "light", label: "Light", icon: <Sun size={14} aria-hidden="true" /> },
  { id: "dark", label: "Dark", icon: <Moon size={14} aria-hidden="true" /> },
  { id: "contrast", label: "High contrast", icon: <Contrast size={14} aria-hidden="true" /> },
];

function ThemeMenu() {
  const host = useHost();
  const theme = useApp((state) => state.settings.theme);
  return (
    <Menu
      label="Theme"
      trigger={
        <IconButton label="Theme">
          <Contrast size={16} aria-hidden="true" />
        </IconButton>
      }
      entries={THEMES.map(({ id, label, icon }) => ({
        id,
        label,
        icon,
        end: id === theme ? "✓" : undefined,
        run: () => saveSettings(host, { theme: id }),
      }))}
    />
  );
}
