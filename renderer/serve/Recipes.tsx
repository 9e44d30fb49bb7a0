import { joinCommand } from "../servers/command-text";
import { CopyButton } from "../ui/CopyButton";
import { commandWords, mcpJson, type Recipe } from "./recipe";

export interface RecipesProps {
  title: string;
  recipe: Recipe;
  /** The convention that need not be named. */
  fallback: string;
}

/** The command by which a client starts the server itself, and the same for its `mcp.json`. */
export function Recipes({ title, recipe, fallback }: RecipesProps) {
  const words = commandWords(recipe, fallback);
  return (
    <details className="serve-recipes">
      <summary>{title}</summary>
      <div className="form">
        <HandOver title="stdio command" text={joinCommand(words)} />
        <HandOver title="mcp.json" text={mcpJson({ words })} />
      </div>
    </details>
  );
}

/** A text to hand over, with its copy button. */
export function HandOver({ title, text }: { title: string; text: string }) {
  return (
    <div className="serve-recipe">
      <h3>
        {title} <CopyButton label={`Copy: ${title}`} text={text} />
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="words" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
