import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { visible } from "../../shared/model/visible";
import { ComboBox } from "../ui/ComboBox";
import { IconButton } from "../ui/IconButton";
import { Spinner } from "../ui/Spinner";
import { TextField } from "../ui/TextField";
import { completionEmpty, completionFooter } from "./completion-words";
import { type CompletionQuestion, useCompletion } from "./use-completion";

export interface CompletionFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whom to ask; undefined where the server offers no completion: then nothing is ever sent. */
  ask: Omit<CompletionQuestion, "value"> | undefined;
  help?: ReactNode;
  placeholder?: string;
}

/** A text field that asks the server for suggestions while one types; any value may be given. */
export function CompletionField({ label, value, onChange, ask, help, placeholder }: CompletionFieldProps) {
  const [isOpen, setOpen] = useState(false);
  // The widget closes its list when the chosen option changes, so the choice is kept until the text is edited.
  const [chosen, setChosen] = useState<string | null>(null);
  const completion = useCompletion(ask && isOpen ? { ...ask, value } : undefined);
  if (!ask || completion.answer?.state === "unsupported")
    return (
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        help={ask ? <>{help} This server offers no completion.</> : help}
      />
    );
  const values = [...new Set(completion.answer?.values ?? [])];
  return (
    <ComboBox
      label={label}
      items={values.map((id) => ({ id }))}
      option={(item) => <Suggestion text={item.id} typed={value} />}
      inputValue={value}
      onInputChange={(text) => {
        setChosen(null);
        onChange(text);
      }}
      selectedKey={chosen}
      onSelectionChange={(key) => {
        setChosen(key === null ? null : String(key));
        if (key !== null) onChange(String(key));
      }}
      onOpenChange={setOpen}
      placeholder={placeholder}
      help={help}
      empty={completionEmpty(completion)}
      footer={values.length > 0 ? completionFooter(completion) : undefined}
      end={
        <>
          {completion.loading && <Spinner label="Asking for suggestions" />}
          {value !== "" && (
            <IconButton
              slot={null}
              size="s"
              label={`Clear ${label}`}
              onPress={() => {
                setChosen(null);
                onChange("");
              }}
            >
              <X size={13} aria-hidden="true" />
            </IconButton>
          )}
        </>
      }
    />
  );
}

/** A suggestion with the typed part set off. */
function Suggestion({ text, typed }: { text: string; typed: string }) {
  const at = typed === "" ? -1 : text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return visible(text);
  return (
    <span>
      {visible(text.slice(0, at))}
      <b>{visible(text.slice(at, at + typed.length))}</b>
      {visible(text.slice(at + typed.length))}
    </span>
  );
}
