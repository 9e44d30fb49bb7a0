import { Group, Panel, Separator } from "react-resizable-panels";
import { useHost } from "../client/host";
import { Sidebar } from "../sidebar/Sidebar";
import { useApp } from "../state/store";
import { useUi } from "../state/ui-state";
import { TrafficPane } from "../traffic/TrafficPane";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Centre } from "./Centre";
import { savePanes } from "./settings";

/** Three panes that can be resized, each scrolling by itself; sizes are remembered in percent. */
export function Panes() {
  return (
    <main className="panes-frame">
      <Rows />
    </main>
  );
}

function Rows() {
  const host = useHost();
  const trafficOpen = useUi((state) => state.trafficOpen);
  return (
    <Group
      id="rows"
      className="panes"
      orientation="vertical"
      onLayoutChanged={(sizes, { isUserInteraction }) => isUserInteraction && savePanes(host, sizes)}
    >
      <Panel id="main" minSize="25%">
        <Columns />
      </Panel>
      {trafficOpen && (
        <>
          <Separator className="separator row-separator" aria-label="Height of the traffic" />
          <Panel
            id="traffic"
            minSize="120px"
            defaultSize={saved("traffic") ?? "34%"}
            groupResizeBehavior="preserve-pixel-size"
          >
            <ErrorBoundary what="the traffic">
              <TrafficPane />
            </ErrorBoundary>
          </Panel>
        </>
      )}
    </Group>
  );
}

function Columns() {
  const host = useHost();
  return (
    <Group
      id="columns"
      className="panes"
      onLayoutChanged={(sizes, { isUserInteraction }) => isUserInteraction && savePanes(host, sizes)}
    >
      <Panel
        id="side"
        minSize="200px"
        maxSize="60%"
        defaultSize={saved("side") ?? "292px"}
        groupResizeBehavior="preserve-pixel-size"
      >
        <section className="fill" aria-label="Servers and skills">
          <ErrorBoundary what="the tree">
            <Sidebar />
          </ErrorBoundary>
        </section>
      </Panel>
      <Separator className="separator" aria-label="Width of the tree" />
      <Panel id="centre" minSize="360px">
        <section className="fill" id="centre-pane" aria-label="Opened" tabIndex={-1}>
          <Centre />
        </section>
      </Panel>
    </Group>
  );
}

/** The remembered size of a pane, as the panel takes it. */
function saved(id: string): string | undefined {
  const size = useApp.getState().settings.panes[id];
  return size === undefined ? undefined : `${size}%`;
}
