import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Overflow } from "./request-context.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { rulesText } from "./rules/rule-table.ts";
import { parseScript } from "./script.ts";
import { type Provider, type ProviderOptions, startProvider } from "./start-provider.ts";

const USAGE = `cutpoint-provider-sim [options]

Runs a model provider on this machine that keeps the rules of OpenAI's Chat Completions and Responses and of
Anthropic's Messages. Prints a line for each request. Ends with Ctrl+C.

  --port <number>        where it listens (default 4010; 0: any that is free)
  --window <tokens>      what every model's window holds (default 128000)
  --script <file>        JSON: an array of steps, one for each request (default: every answer is "OK.")
  --overflow <how>       refuse, fail-in-stream or truncate (default refuse)
  --max-bytes <number>   the largest body (default 33554432)
  --rules                prints all rules with their sources, and ends
  --help                 prints this, and ends

An OpenAI client takes the address with /v1 behind as its base URL, an Anthropic client the address alone. A step is a
text, or { "type": "answer", "text", "reasoning", "calls": [{ "name", "arguments" }], "stop", "delayMs" },
or { "type": "failure", "failure": "rate-limit", "text", "delayMs" }; --rules lists the failures.
`;

const OVERFLOWS: readonly Overflow[] = ["refuse", "fail-in-stream", "truncate"];

/** What the command does next. */
export type Command =
  | { readonly type: "print"; readonly text: string }
  | { readonly type: "mistake"; readonly message: string }
  | { readonly type: "serve"; readonly provider: Provider };

/** @param print called with a line for each request */
export async function runCommand(
  values: readonly string[],
  print: (line: string) => void,
): Promise<Command> {
  try {
    const { values: given } = parseArgs({
      args: [...values],
      options: {
        port: { type: "string" },
        window: { type: "string" },
        script: { type: "string" },
        overflow: { type: "string" },
        "max-bytes": { type: "string" },
        rules: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    if (given.help === true) return { type: "print", text: USAGE };
    if (given.rules === true) return { type: "print", text: rulesText() };
    const options: ProviderOptions = {
      port: wholeNumber("--port", given.port, 4010, 0),
      windowTokens: wholeNumber("--window", given.window, 128_000, 1),
      maxBytes: wholeNumber("--max-bytes", given["max-bytes"], 33_554_432, 1),
      overflow: overflowOf(given.overflow),
      ...(given.script === undefined ? {} : { script: await readScript(given.script) }),
      onRequest: (request) => print(requestLine(request)),
    };
    return { type: "serve", provider: await startProvider(options) };
  } catch (error) {
    return { type: "mistake", message: mistakeOf(error) };
  }
}

/** One line about a request that is settled. */
function requestLine(request: ReceivedRequest): string {
  const { index, endpoint, path, model, inputTokens, cachedTokens, truncatedMessages } = request;
  const truncated = truncatedMessages === 0 ? "" : `, ${truncatedMessages} messages truncated`;
  const size =
    model === null
      ? `${request.bytes} bytes`
      : `${model} ${inputTokens} tokens (${cachedTokens} cached${truncated})`;
  return `${index} ${endpoint ?? path} ${size} ${outcomeText(request)}`;
}

function outcomeText({ outcome }: ReceivedRequest): string {
  switch (outcome.type) {
    case "answered":
      return `answered with ${outcome.outputTokens} tokens`;
    case "refused":
      return `refused by ${outcome.rule} with ${outcome.status}: ${outcome.message}`;
    case "failed":
      return `failed as asked: ${outcome.failure}`;
    default:
      return outcome.type;
  }
}

function wholeNumber(
  name: string,
  value: string | undefined,
  otherwise: number,
  least: number,
): number {
  if (value === undefined) return otherwise;
  if (/^\d+$/.test(value) && Number(value) >= least) return Number(value);
  throw new CutpointError(
    "invalid-input",
    `${name} is ${value}: it should be a whole number of at least ${least}`,
  );
}

function overflowOf(value = "refuse"): Overflow {
  const known = OVERFLOWS.find((each) => each === value);
  if (known !== undefined) return known;
  throw new CutpointError(
    "invalid-input",
    `--overflow is ${value}: it should be one of ${OVERFLOWS.join(", ")}`,
  );
}

async function readScript(file: string): Promise<ReturnType<typeof parseScript>> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new CutpointError("invalid-input", `--script is ${file}: the file cannot be read`, {
      cause,
    });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new CutpointError("invalid-input", `--script is ${file}: the file is no JSON`, { cause });
  }
  return parseScript(json);
}

/** The words of an error that the arguments caused; any other error is not caught. */
function mistakeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isCutpointError(error) || code.startsWith("ERR_PARSE_ARGS")) return (error as Error).message;
  throw error;
}
