import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  Separator,
} from "react-aria-components";

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  end?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  /** Entries; `"-"` is a separator. */
  entries: (MenuEntry | "-")[];
}

/** A menu of acts under a button. */
export function Menu({ trigger, label, entries }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="menu" aria-label={label}>
          {entries.map((entry, at) =>
            entry === "-" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else and never move.
              <Separator key={`separator-${at}`} className="menu-sep" />
            ) : (
              <AriaMenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.disabled}
                onAction={entry.run}
                className={entry.danger ? "menu-item danger" : "menu-item"}
              >
                {entry.icon}
                <span>{entry.label}</span>
                {entry.end && <span className="end">{entry.end}</span>}
              </AriaMenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
