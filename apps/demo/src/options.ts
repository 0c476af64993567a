import { parseArgs } from "node:util";

/** Where a log may live. */
const STORE_KINDS = ["memory", "jsonl", "sqlite", "postgres"] as const;

type StoreKind = (typeof STORE_KINDS)[number];

/** What was asked for on the command line. */
export type Options = {
  readonly windowTokens: number;
  readonly store: StoreKind;
  readonly summarizer: "extractive" | "model";
  readonly json: boolean;
  readonly resume: boolean;
  readonly branches: boolean;
  readonly help: boolean;
};

/** Options, or the one line that says what is wrong with the arguments. */
export type ParsedOptions =
  | { readonly type: "options"; readonly options: Options }
  | { readonly type: "mistake"; readonly message: string };

/** Below this a few results of tools, the tools themselves and a summary do not fit next to each other. */
const SMALLEST_WINDOW = 8_000;

export const USAGE: string = `Usage: demo [--window N] [--store memory|jsonl|sqlite|postgres]
            [--summarizer extractive|model] [--resume | --branches] [--json]

  --window N      the context window in tokens, at least ${SMALLEST_WINDOW} (default 16000)
  --store KIND    where the log lives: jsonl (default) or sqlite, both below .cutpoint/demo, memory,
                  or postgres: the server that CUTPOINT_POSTGRES names, else one for this run alone
  --summarizer W  who writes summaries: extractive (default, by rules) or model
  --resume        go on with the newest log of that store
  --branches      a shorter course over two branches: one is left with a summary, and gone back to
  --json          print one JSON object and nothing else
  --help          print this

Without OPENAI_API_KEY a planner made of rules decides the next step; with it (and OPENAI_BASE_URL,
OPENAI_MODEL) a model does.`;

const KNOWN =
  "use --window N, --store memory|jsonl|sqlite|postgres, --summarizer extractive|model, --resume, --branches, --json or --help";

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
    help: false,
  };
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    const change =
      token.kind === "option"
        ? readOption(token.name, token.rawName, token.value)
        : `${token.value} is no argument of the demo: ${KNOWN}`;
    if (typeof change === "string") return { type: "mistake", message: change };
    options = { ...options, ...change };
  }
  if (options.resume && options.store === "memory")
    return {
      type: "mistake",
      message:
        "--resume with --store memory: a log in memory ends with its process, use another --store",
    };
  if (options.resume && options.branches)
    return {
      type: "mistake",
      message: "--resume with --branches: branches are shown in a log of their own, leave one out",
    };
  return { type: "options", options };
}

/** What the option changes, or what is wrong with it. */
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
        : `--summarizer is ${shown(value)}: it should be extractive or model`;
    case "json":
    case "resume":
    case "branches":
    case "help":
      return value === undefined
        ? { [name]: true }
        : `--${name} is ${shown(value)}: it should stand without a value`;
    default:
      return `${rawName} is no argument of the demo: ${KNOWN}`;
  }
}

function readStore(value: string | undefined): Partial<Options> | string {
  const store = STORE_KINDS.find((kind) => kind === value);
  return store === undefined
    ? `--store is ${shown(value)}: it should be memory, jsonl, sqlite or postgres`
    : { store };
}

function readWindow(value: string | undefined): Partial<Options> | string {
  const windowTokens = /^\d+$/.test(value ?? "") ? Number(value) : Number.NaN;
  return windowTokens >= SMALLEST_WINDOW && Number.isSafeInteger(windowTokens)
    ? { windowTokens }
    : `--window is ${shown(value)}: it should be a whole number of tokens, at least ${SMALLEST_WINDOW}`;
}

function shown(value: string | undefined): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}
