import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { ErrorState } from "./ErrorState";

interface Props {
  /** What could not be shown, e.g. "this skill". */
  what: string;
  /** A change of it tries again: pass what identifies the content. */
  resetKey?: string;
  children: ReactNode;
}
interface State {
  error?: Error;
}

/** Keeps one pane's failure in that pane. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="state">
        <ErrorState
          title={`The app failed to show ${this.props.what}`}
          problem={{ message: error.message, detail: error.stack }}
          actions={<Button onPress={() => this.setState({ error: undefined })}>Try again</Button>}
        />
      </div>
    );
  }
}
