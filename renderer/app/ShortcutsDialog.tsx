import { setUi, useUi } from "../state/ui-state";
import { Dialog } from "../ui/Dialog";
import { keyName, SHORTCUTS } from "./keys";

/** Every key of the app. */
export function ShortcutsDialog() {
  const isOpen = useUi((state) => state.shortcuts);
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={() => setUi({ shortcuts: false })}>
      <KeyList />
    </Dialog>
  );
}

/** The list itself; the settings show it too. */
export function KeyList() {
  return (
    <dl className="facts-list keys">
      {SHORTCUTS.map(({ keys, what }) => (
        <div key={keys}>
          <dt>
            <span className="kbd">{keyName(keys)}</span>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
