import { asHostError } from "../client/host";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";

/** What to do, for codes whose message does not say so itself. */
const HINTS: Partial<Record<string, string>> = {
  unreachable:
    "The program that serves this page may have ended. Start it again and open the address it prints.",
};

/** In place of the app when its host could not be reached at all. */
export function StartFailure({ error }: { error: unknown }) {
  const { message, detail, code } = asHostError(error);
  return (
    <main className="start-failure">
      <EmptyState
        center
        title="MCP Skill Inspector is not reachable"
        actions={<Button onPress={() => window.location.reload()}>Try again</Button>}
      >
        <ErrorState
          problem={{
            code,
            message,
            detail,
            hint: HINTS[code],
          }}
        />
      </EmptyState>
    </main>
  );
}
