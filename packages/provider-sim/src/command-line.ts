import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CutpointError, isCutpointError } from "@cutpoint/core";
import { OVERFLOWS, type ProviderOptions } from "./options.ts";
import type { Overflow } from "./request-context.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { rulesText } from "./rules/rule-table.ts";
import { parseScript } from "./script.ts";
import { type Provider, startProvider } from "./start-provider.ts";

const USAGE = `cutpoint-provider-sim [options]

Runs a local model provider that enforces the rules of OpenAI's Chat Completions and Responses and of Anthropic's
Messages. Prints a line for each request. Press Ctrl+C to stop.

  --port <number>        port to listen on (default 4010, 0 for any free port)
  --window <tokens>      context window of every model (default 128000)
  --script <file>        JSON array of steps, one for each request (default: every answer is "OK.")
  --overflow <mode>      refuse, fail-in-stream or truncate (default refuse)
  --max-bytes <number>   maximum size of a body (default 33554432)
  --rules                print all rules with their sources
  --help                 print this text

Pass the address to an Anthropic client as its base URL, and with /v1 appended to an OpenAI client. A step is a string,
{ "type": "answer", "text", "reasoning", "calls": [{ "name", "arguments" }], "stop", "delayMs" },
or { "type": "failure", "failure": "rate-limit", "text", "delayMs" }. --rules lists the failures.
`;

/** The result of parsing the command line. */
export type Command =
  | { readonly type: "print"; readonly text: string }
  | { readonly type: "error"; readonly message: string }
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
      port: parseWholeNumber("--port", given.port, 4010, 0),
      windowTokens: parseWholeNumber("--window", given.window, 128_000, 1),
      maxBytes: parseWholeNumber("--max-bytes", given["max-bytes"], 33_554_432, 1),
      overflow: parseOverflow(given.overflow),
      ...(given.script === undefined ? {} : { script: await readScript(given.script) }),
      onRequest: (request) => print(requestLine(request)),
    };
    return { type: "serve", provider: await startProvider(options) };
  } catch (error) {
    return { type: "error", message: usageErrorMessage(error) };
  }
}

/** Returns one line that describes a finished request. */
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
      return `failed as scripted: ${outcome.failure}`;
    default:
      return outcome.type;
  }
}

function parseWholeNumber(
  name: string,
  value: string | undefined,
  fallback: number,
  minimum: number,
): number {
  if (value === undefined) return fallback;
  if (/^\d+$/.test(value) && Number(value) >= minimum) return Number(value);
  throw new CutpointError(
    "invalid-input",
    `${name} is ${value}: expected a whole number, ${minimum} or more`,
  );
}

function parseOverflow(value = "refuse"): Overflow {
  const known = OVERFLOWS.find((each) => each === value);
  if (known !== undefined) return known;
  throw new CutpointError(
    "invalid-input",
    `--overflow is ${value}: expected ${OVERFLOWS.join(", ")}`,
  );
}

async function readScript(file: string): Promise<ReturnType<typeof parseScript>> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new CutpointError("invalid-input", `--script is ${file}: expected a readable file`, {
      cause,
    });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new CutpointError(
      "invalid-input",
      `--script is ${file}: expected a file with valid JSON`,
      { cause },
    );
  }
  return parseScript(json);
}

/** Returns the message of an error in the arguments. Rethrows any other error. */
function usageErrorMessage(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isCutpointError(error) || code.startsWith("ERR_PARSE_ARGS")) return (error as Error).message;
  throw error;
}
