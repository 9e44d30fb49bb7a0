import type { ReactNode } from "react";
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from "react-aria-components";

export interface TextFieldProps extends Omit<AriaProps, "className" | "style" | "children"> {
  label: string;
  /** Hides the label from sight; screen readers still have it. */
  labelHidden?: boolean;
  help?: ReactNode;
  /** What is wrong with the value; shown and announced. */
  fault?: string;
  placeholder?: string;
  multiline?: boolean;
  rows?: number;
  mono?: boolean;
  size?: "m" | "s";
}

/** A labelled text input with help and fault below it. */
export function TextField({
  label,
  labelHidden,
  help,
  fault,
  placeholder,
  multiline,
  rows,
  mono,
  size = "m",
  ...props
}: TextFieldProps) {
  const className = `in ${size}${mono ? " mono" : ""}`;
  return (
    <AriaTextField {...props} className="field" isInvalid={fault !== undefined}>
      <Label className={labelHidden ? "sr-only" : "label"}>{label}</Label>
      {multiline ? (
        <TextArea className={className} placeholder={placeholder} rows={rows} spellCheck={false} />
      ) : (
        <Input className={className} placeholder={placeholder} spellCheck={false} autoComplete="off" />
      )}
      {help && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </AriaTextField>
  );
}
