import { type CSSProperties, type ReactNode, useRef } from "react";
import {
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaProps,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";

export interface ComboBoxProps<T extends { id: string }>
  extends Omit<AriaProps<T>, "className" | "style" | "children" | "items"> {
  label: ReactNode;
  items: readonly T[];
  /** One option; the default prints its id. */
  option?: (item: T) => ReactNode;
  help?: ReactNode;
  placeholder?: string;
  /** Below the options: "100 of 150, more exist", "loading…". */
  footer?: ReactNode;
  /** In place of options when there is none. */
  empty?: ReactNode;
  /** At the end of the input: a spinner, a clear button. */
  end?: ReactNode;
}

/**
 * A text input with options: what is typed may be any value, the options only help. Filtering is the caller's
 * (the server completes), so options are shown as given.
 */
export function ComboBox<T extends { id: string }>({
  label,
  items,
  option,
  help,
  placeholder,
  footer,
  empty,
  end,
  ...props
}: ComboBoxProps<T>) {
  // The options hang from the whole box: its input alone is narrower, by the padding.
  const box = useRef<HTMLDivElement>(null);
  return (
    <AriaComboBox
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="focus"
      {...props}
      items={items}
      className="field"
      defaultFilter={() => true}
    >
      <Label className="label">{label}</Label>
      <div className="in" ref={box}>
        <Input placeholder={placeholder} spellCheck={false} autoComplete="off" />
        {end}
        <Button className="icon-btn s">▾</Button>
      </div>
      {help && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <Popover
        className="popover"
        offset={3}
        triggerRef={box}
        placement="bottom start"
        style={() => ({ "--trigger-width": `${box.current?.offsetWidth ?? 0}px` }) as CSSProperties}
      >
        <ListBox<T> className="options" renderEmptyState={() => <div className="quiet">{empty}</div>}>
          {(item) => (
            <ListBoxItem id={item.id} textValue={item.id} className="option">
              {option ? option(item) : item.id}
            </ListBoxItem>
          )}
        </ListBox>
        {footer && <div className="more">{footer}</div>}
      </Popover>
    </AriaComboBox>
  );
}
