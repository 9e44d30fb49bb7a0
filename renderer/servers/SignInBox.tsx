import { KeyRound } from "lucide-react";
import type { ServerState } from "../../shared/model/server";
import type { SignInAttempt } from "../../shared/model/sign-in";
import { visible } from "../../shared/model/visible";
import { connect } from "../app/actions";
import { useHost } from "../client/host";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { SignInDialog } from "./SignInDialog";
import { cancelSignIn, signIn } from "./sign-in-acts";

/** Where signing in to a server stands, with its next step; nothing where there is nothing to say. */
export function SignInBox({ server, kept = "" }: { server: ServerState; kept?: string }) {
  const { attempt, problem, wants } = server.signIn ?? {};
  if (attempt) return <AttemptBox server={server} attempt={attempt} />;
  if (server.status === "needs-sign-in") {
    return (
      <div className="state">
        <ErrorState
          tone={problem ? "bad" : "warn"}
          title={problem ? "Could not sign in" : TITLES[wants?.reason ?? "sign-in"]}
          problem={problem ?? server.problem ?? { message: "The server asks for sign-in." }}
          actions={<Acts server={server} />}
        />
        <p>{kept}</p>
      </div>
    );
  }
  if (server.status === "connected" && (problem || wants)) {
    return (
      <div className="state slim">
        <ErrorState
          tone={problem ? "bad" : "warn"}
          title={problem ? "Could not sign in" : TITLES["more-rights"]}
          problem={problem ?? wants!.problem}
          actions={<SignInButton server={server}>Grant further rights…</SignInButton>}
        />
      </div>
    );
  }
  return null;
}

const TITLES = {
  "sign-in": "This server asks for sign-in",
  ended: "The sign-in has ended",
  refused: "The server does not take the sign-in",
  "more-rights": "The server wants further rights",
} as const;

function Acts({ server }: { server: ServerState }) {
  const host = useHost();
  const { serverId } = server.config;
  return (
    <>
      <SignInButton server={server}>Sign in…</SignInButton>
      <Button onPress={() => connect(host, serverId)}>Connect again</Button>
      <Button onPress={() => setUi({ serverForm: { serverId } })}>Edit…</Button>
    </>
  );
}

function SignInButton({ server, children }: { server: ServerState; children: string }) {
  const host = useHost();
  return (
    <Button variant="main" onPress={() => signIn(host, server.config.serverId)}>
      <KeyRound size={14} aria-hidden="true" /> {children}
    </Button>
  );
}

function AttemptBox({ server, attempt }: { server: ServerState; attempt: SignInAttempt }) {
  const host = useHost();
  const { serverId } = server.config;
  const cancel = <Button onPress={() => cancelSignIn(host, serverId)}>Cancel</Button>;
  switch (attempt.step) {
    case "looking":
      return (
        <EmptyState title="Signing in" actions={cancel}>
          <Spinner>Asking the server how to sign in. Nothing is opened yet.</Spinner>
        </EmptyState>
      );
    case "confirm":
      return (
        <EmptyState title="Signing in" actions={cancel}>
          <p>It goes on once you have agreed to where it leads.</p>
          <SignInDialog server={server} plan={attempt.plan} />
        </EmptyState>
      );
    case "waiting":
      return (
        <EmptyState title="Signing in" actions={cancel}>
          <Spinner>
            <span>
              {attempt.address ? "Waiting for you to sign in at " : "Your browser shows the sign-in at "}
              <b className="break">{visible(attempt.host)}</b>.
            </span>
          </Spinner>
          <p>
            Come back here when it is done. The app waits until <Clock at={attempt.until} />.
          </p>
          {attempt.address && <ByHand address={attempt.address} />}
          {attempt.remark && <p role="status">{attempt.remark}</p>}
        </EmptyState>
      );
    case "finishing":
      return (
        <EmptyState title="Signing in" actions={cancel}>
          <Spinner>
            <span>
              Exchanging what is needed with <b className="break">{visible(attempt.host)}</b>.
            </span>
          </Spinner>
        </EmptyState>
      );
  }
}

/** No browser can be opened from here: the address is for the user to open, on this machine. */
function ByHand({ address }: { address: string }) {
  return (
    <div className="field">
      <span className="label">No browser could be opened from here. Open this address on this machine:</span>
      <div className="words">{visible(address)}</div>
      <div>
        <CopyButton withText size="m" label="Copy address" text={address} />
      </div>
    </div>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
function Clock({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>;
}
