import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { JSX } from "preact";
import type { PlaygroundExample } from "../src/inspect-page.ts";
import { App, ThemeButton } from "./app.tsx";
import { errorText, numberText, visibleText } from "./display-text.ts";
import { createEngine } from "./engine-client.ts";
import { createPageState, type PageState } from "./state.ts";

/** Largest file in bytes. The page needs several times its size in memory. */
const LARGEST_FILE = 200_000_000;

/** A page that reads a session from a file, from the clipboard, or an example. */
export function Playground({
  examples,
}: {
  readonly examples: readonly PlaygroundExample[];
}): JSX.Element {
  const engine = useMemo(createEngine, []);
  const state = useSignal<PageState | null>(null);
  const reading = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);

  const open = async (file: Blob, title?: string): Promise<void> => {
    if (reading.value !== null) return;
    problem.value = null;
    if (file.size > LARGEST_FILE) {
      problem.value = `The file has ${megabytes(file.size)}: expected at most ${megabytes(LARGEST_FILE)}.`;
      return;
    }
    reading.value = "Reading the session …";
    try {
      const data = await engine.read(file, (readBytes) => {
        reading.value = `Read ${megabytes(readBytes)} of ${megabytes(file.size)} …`;
      });
      state.value = createPageState(title === undefined ? data : { ...data, title });
    } catch (error) {
      problem.value = sentence(errorText(error));
      state.value = null;
    } finally {
      reading.value = null;
    }
  };
  useDrop(open);

  if (state.value !== null)
    return (
      <App
        key={state.value}
        state={state.value}
        engine={engine}
        onClose={() => {
          state.value = null;
        }}
      />
    );
  return (
    <main class="start">
      <header class="top">
        <p>
          <a href="./">Cutpoint</a>
        </p>
        <ThemeButton />
      </header>
      <h1>Playground</h1>
      <p>
        Open a session and see what compactions change: when they happen, what stays, what is
        summarized, and what the requests cost. Your session stays in this page: it makes no network
        request.
      </p>
      <OpenFile onOpen={open} />
      <h2>Examples</h2>
      <ul class="examples">
        {examples.map(({ description, text, title }) => (
          <li key={title}>
            <button type="button" onClick={() => void open(new Blob([text]), title)}>
              {title}
            </button>
            <span class="dim">{description}</span>
          </li>
        ))}
      </ul>
      <output class="dim" aria-label="Progress">
        {reading.value ?? ""}
      </output>
      <p role="alert" class="bad">
        {problem.value === null ? "" : visibleText(problem.value)}
      </p>
    </main>
  );
}

function OpenFile({ onOpen }: { readonly onOpen: (file: Blob) => Promise<void> }): JSX.Element {
  const pasted = useSignal("");
  return (
    <>
      <label class="drop">
        <span>
          <b>Choose a file</b>, or drop it here
        </span>
        <input
          type="file"
          aria-label="Session file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) void onOpen(file);
          }}
        />
        <span class="dim">
          Sessions of Claude Code, Codex, pi, Gemini CLI, Copilot CLI and opencode, logs of
          Cutpoint, and message lists of the AI SDK, Anthropic, LangChain, OpenAI and OpenAI Agents
        </span>
      </label>
      <textarea
        rows={3}
        placeholder="Or paste a session, for example a JSON list of messages"
        aria-label="Pasted session"
        value={pasted.value}
        onInput={(event) => {
          pasted.value = event.currentTarget.value;
        }}
      />
      <button
        type="button"
        disabled={pasted.value.trim() === ""}
        onClick={() => void onOpen(new Blob([pasted.value]))}
      >
        Open pasted text
      </button>
    </>
  );
}

/** Opens a file that is dropped anywhere on the page. */
function useDrop(open: (file: Blob) => Promise<void>): void {
  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void open(file);
    };
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("drop", onDrop);
    };
  });
}

function megabytes(bytes: number): string {
  return bytes < 10_000_000
    ? `${(bytes / 1_000_000).toFixed(2)} MB`
    : `${numberText(bytes / 1_000_000)} MB`;
}

/** Writes an error message as a sentence. */
function sentence(text: string): string {
  const end = /[.!?]$/u.test(text) ? "" : ".";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${end}`;
}
