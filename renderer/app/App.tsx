import { Palette } from "../search/Palette";
import { ConfirmDialog } from "../servers/ConfirmDialog";
import { ExportDialog } from "../servers/ExportDialog";
import { RemoveDialog } from "../servers/RemoveDialog";
import { ServerFormDialog } from "../servers/ServerFormDialog";
import { useApp } from "../state/store";
import { ExternalDialog } from "../ui/external";
import { Spinner } from "../ui/Spinner";
import { LinkBanner } from "./LinkBanner";
import { Notices } from "./Notices";
import { Panes } from "./Panes";
import { ShortcutsDialog } from "./ShortcutsDialog";
import { StatusBar } from "./StatusBar";
import { TopBar } from "./TopBar";
import { useKeys } from "./use-keys";
import { useTheme } from "./use-theme";
import { useTitle } from "./use-title";
import "./app.css";

/** The whole window: bar, panes, status; dialogs above. */
export function App() {
  useTheme();
  useKeys();
  useTitle();
  const ready = useApp((state) => state.ready);
  if (!ready) {
    return (
      <main className="starting">
        <Spinner>Starting…</Spinner>
      </main>
    );
  }
  return (
    <div className="app">
      <TopBar />
      <LinkBanner />
      <Panes />
      <StatusBar />
      <Notices />
      <Palette />
      <ServerFormDialog />
      <ConfirmDialog />
      <RemoveDialog />
      <ExportDialog />
      <ShortcutsDialog />
      <ExternalDialog />
    </div>
  );
}
