import { useCall } from "../client/host";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";
import { ServedCard } from "./ServedCard";
import { ServeForm } from "./ServeForm";
import { useServed } from "./use-served";
import "./serve.css";

/** Serves folders to other clients: what runs now, and how to start another. */
export function ServePage() {
  const options = useCall("serve.options", {});
  const { served, error } = useServed();
  const failed = options.error ?? error;
  return (
    <div className="doc">
      <header className="head">
        <h1 className="name">Serve</h1>
        <p className="desc">
          Serve folders of skills to any client on this machine, right or wrong on purpose, by any convention.
        </p>
      </header>
      <div className="scroll tab-panel">
        <div className="page serve">
          {failed ? (
            <ErrorState title="Could not ask what can be served" problem={failed} />
          ) : !options.data || !served ? (
            <Spinner>Loading…</Spinner>
          ) : (
            <>
              {served.length > 0 && (
                <section aria-label="Running servers">
                  <h2>Running</h2>
                  {served.map((server) => (
                    <ServedCard key={server.id} server={server} options={options.data} />
                  ))}
                </section>
              )}
              <ServeForm options={options.data} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
