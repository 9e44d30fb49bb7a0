import { ChevronDown } from "lucide-react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";

export interface ChoiceProps<T extends string> {
  label: string;
  labelHidden?: boolean;
  value: T;
  options: readonly { id: T; label: string }[];
  onChange: (value: T) => void;
  size?: "m" | "s";
}

/** A choice from a list that drops down. */
export function Choice<T extends string>({
  label,
  labelHidden,
  value,
  options,
  onChange,
  size = "m",
}: ChoiceProps<T>) {
  return (
    <Select className="field" value={value} onChange={(key) => key !== null && onChange(key as T)}>
      <Label className={labelHidden ? "sr-only" : "label"}>{label}</Label>
      <Button className={`in choice ${size}`}>
        <SelectValue className="ellipsis" />
        <ChevronDown size={13} aria-hidden="true" />
      </Button>
      <Popover className="popover" offset={3}>
        <ListBox className="options" items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className="option">
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
