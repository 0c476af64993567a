import { parseArgs } from "node:util";

/** The kinds of stores. */
const STORE_KINDS = ["memory", "jsonl", "sqlite", "postgres"] as const;

type StoreKind = (typeof STORE_KINDS)[number];

/** The arguments of the command line. */
export type Options = {
  readonly windowTokens: number;
  readonly store: StoreKind;
  readonly summarizer: "extractive" | "model";
  readonly json: boolean;
  readonly resume: boolean;
  readonly branches: boolean;
  /** The file of the page, or `true` for a file below `.cutpoint/demo`. */
  readonly html: boolean | string;
  readonly help: boolean;
};

/** Options, or an error message of one line. */
export type ParsedOptions =
  | { readonly type: "options"; readonly options: Options }
  | { readonly type: "mistake"; readonly message: string };

/** In tokens. A smaller window has no room for tools, a summary and a few results. */
const SMALLEST_WINDOW = 8_000;

export const USAGE: string = `Usage: demo [--window N] [--store memory|jsonl|sqlite|postgres]
            [--summarizer extractive|model] [--resume | --branches] [--json] [--html [FILE]]

  --window N      the context window in tokens, at least ${SMALLEST_WINDOW} (default 16000)
  --store KIND    the store of the log: jsonl (default) and sqlite write below .cutpoint/demo,
                  memory, or postgres: the server of CUTPOINT_POSTGRES, or one for this run
  --summarizer S  extractive (default, offline) or model
  --resume        continue the newest log of that store
  --branches      a shorter run with two branches: leaves one with a summary, and returns to it
  --json          print one JSON object and nothing else
  --html [FILE]   write a page about the compactions of this run (default: below .cutpoint/demo)
  --help          print this

Without OPENAI_API_KEY, a planner made of rules decides each step. With it, a model does: see
OPENAI_MODEL and OPENAI_BASE_URL.`;

const KNOWN =
  "use --window N, --store memory|jsonl|sqlite|postgres, --summarizer extractive|model, --resume, --branches, --json, --html [FILE] or --help";

export function parseOptions(values: readonly string[]): ParsedOptions {
  const { tokens } = parseArgs({
    args: [...values],
    options: {
      window: { type: "string" },
      store: { type: "string" },
      summarizer: { type: "string" },
      json: { type: "boolean" },
      resume: { type: "boolean" },
      branches: { type: "boolean" },
      html: { type: "boolean" },
      help: { type: "boolean" },
    },
    strict: false,
    tokens: true,
  });
  let options: Options = {
    windowTokens: 16_000,
    store: "jsonl",
    summarizer: "extractive",
    json: false,
    resume: false,
    branches: false,
    html: false,
    help: false,
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "option-terminator") continue;
    const before = tokens[index - 1];
    const isPage = before?.kind === "option" && before.name === "html" && !before.inlineValue;
    const change =
      token.kind === "option"
        ? readOption(token.name, token.rawName, token.value)
        : isPage
          ? { html: token.value }
          : `${token.value} is not an argument: ${KNOWN}`;
    if (typeof change === "string") return { type: "mistake", message: change };
    options = { ...options, ...change };
  }
  if (options.resume && options.store === "memory")
    return {
      type: "mistake",
      message:
        "--resume with --store memory: a log in memory ends with its process. Use another --store",
    };
  if (options.resume && options.branches)
    return {
      type: "mistake",
      message: "--resume with --branches: --branches starts a new log. Use only one of them",
    };
  return { type: "options", options };
}

/** Reads one option. Returns the changed fields, or an error message. */
function readOption(
  name: string,
  rawName: string,
  value: string | undefined,
): Partial<Options> | string {
  switch (name) {
    case "window":
      return readWindow(value);
    case "store":
      return readStore(value);
    case "summarizer":
      return value === "extractive" || value === "model"
        ? { summarizer: value }
        : `--summarizer is ${shown(value)}: expected extractive or model`;
    case "html":
      return { html: value ?? true };
    case "json":
    case "resume":
    case "branches":
    case "help":
      return value === undefined
        ? { [name]: true }
        : `--${name} is ${shown(value)}: expected no value`;
    default:
      return `${rawName} is not an argument: ${KNOWN}`;
  }
}

function readStore(value: string | undefined): Partial<Options> | string {
  const store = STORE_KINDS.find((kind) => kind === value);
  return store === undefined
    ? `--store is ${shown(value)}: expected memory, jsonl, sqlite or postgres`
    : { store };
}

function readWindow(value: string | undefined): Partial<Options> | string {
  const windowTokens = /^\d+$/.test(value ?? "") ? Number(value) : Number.NaN;
  return windowTokens >= SMALLEST_WINDOW && Number.isSafeInteger(windowTokens)
    ? { windowTokens }
    : `--window is ${shown(value)}: expected a whole number of tokens, at least ${SMALLEST_WINDOW}`;
}

function shown(value: string | undefined): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}
