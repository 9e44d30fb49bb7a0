import { visible } from "../../shared/model/visible";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

/** In place of a skill whose entry is invalid. */
export function InvalidEntry({ reason, onRead }: { reason: string; onRead: () => void }) {
  return (
    <EmptyState
      title="The entry of this skill is invalid, so it was not read"
      actions={<Button onPress={onRead}>Read SKILL.md all the same</Button>}
    >
      <p>{visible(reason)}</p>
      <p>A client must not load such a skill. Compare shows the entry as the server sent it.</p>
    </EmptyState>
  );
}
