import { visible } from "../../shared/model/visible";
import { LinkButton } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { EmptyState } from "../ui/EmptyState";
import { setForm } from "./form-store";
import type { RecentExpansion } from "./recent";

export interface RecentTabProps {
  formKey: string;
  recent: readonly RecentExpansion[];
  /** Called after the values were put back into the form. */
  onUse: () => void;
}

/** URIs that were read from this template before. */
export function RecentTab({ formKey, recent, onUse }: RecentTabProps) {
  if (recent.length === 0)
    return (
      <EmptyState title="Nothing read yet">URIs that you read from this template are kept here.</EmptyState>
    );
  return (
    <ul className="plain tpl-recent">
      {recent.map((item) => (
        <li key={item.uri}>
          <LinkButton
            onPress={() => {
              setForm(formKey, item.fields);
              onUse();
            }}
          >
            {visible(item.uri)}
          </LinkButton>
          <CopyButton label="Copy URI" text={item.uri} />
        </li>
      ))}
    </ul>
  );
}
