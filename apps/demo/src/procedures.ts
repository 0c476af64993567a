import { statementOf, type ToolRequest } from "./sight.ts";

/** One step of a procedure: calls to make together, and the reason. */
export type Step = {
  readonly why: string;
  readonly calls: readonly ToolRequest[];
  /** A missing result may be empty: the procedure does not use it. */
  readonly glance: boolean;
};

/** Yields steps, receives their results, and returns its conclusion in one sentence. */
export type Procedure = Generator<Step, string, readonly string[]>;

export type ProcedureContext = {
  readonly pageLines: number;
  /** Returns the finding of an earlier question, if it is visible. */
  readonly finding: (number: number) => string | null;
};

type Rule = {
  readonly pattern: RegExp;
  readonly run: (values: readonly string[], context: ProcedureContext) => Procedure;
};

/** The procedure for each kind of question. */
const RULES: readonly Rule[] = [
  {
    pattern: /which version of (\S+) is installed for (the repository|\S+?)\?/i,
    run: installedVersion,
  },
  { pattern: /under which licence does (\S+?)(?: \(below (\S+)\))? come/i, run: licence },
  { pattern: /constant (\w+), .*below (\S+) is it set\?/i, run: constant },
  { pattern: /which (\S+) file directly in (\S+) has the most lines/i, run: longestFile },
  { pattern: /on which line of (\S+) does "([^"]+)" first occur\?/i, run: firstLine },
  { pattern: /how many lines of (\S+) begin with "([^"]+)"\?/i, run: linesBeginning },
  { pattern: /how many files directly in (\S+) contain "([^"]+)"/i, run: filesHolding },
  { pattern: /which version of node\.js/i, run: nodeVersion },
  { pattern: /which of (\S+) and (\S+) is larger/i, run: largerFile },
  { pattern: /what did you find for question (\d+)/i, run: recall },
];

/** Creates the procedure for a question. Returns `null` if no rule matches. */
export function createProcedure(question: string, context: ProcedureContext): Procedure | null {
  for (const { pattern, run } of RULES) {
    const match = pattern.exec(question);
    if (match !== null) return run(match.slice(1), context);
  }
  return null;
}

function* installedVersion([name = "", place = ""]: readonly string[]): Procedure {
  const folder = packageFolder(name, place);
  yield* glance(`The folder of ${name}`, list(folder));
  const manifest = yield* look(`The manifest of ${name}`, read(`${folder}/package.json`, 1, 40));
  const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1];
  return `${name} is installed for ${place} in version ${version ?? "unknown"}.`;
}

function* licence([name = "", place = "."]: readonly string[]): Procedure {
  const folder = packageFolder(name, place);
  const listing = yield* look(`The files of ${name}`, list(folder));
  const file = /^(LICEN[CS]E\S*) /m.exec(listing)?.[1];
  if (file !== undefined)
    yield* glance("The text of the licence", read(`${folder}/${file}`, 1, 60));
  const field = yield* look(
    "The licence in the manifest",
    grep('^\\s*"license":', `${folder}/package.json`),
  );
  const found = /"license":\s*"([^"]+)"/.exec(field)?.[1];
  return `${name} has the licence ${found ?? "unknown"}.`;
}

function* constant([name = "", folder = ""]: readonly string[]): Procedure {
  yield* glance(`The files of ${folder}`, list(folder));
  const hits = yield* look(`The definition of ${name}`, grep(`const ${name}\\b.*=`, folder));
  const hit = /^(\S+?):(\d+): /m.exec(hits);
  if (hit === null) return `${name} is not set below ${folder}.`;
  const [, file = "", line = ""] = hit;
  const from = Math.max(1, Number(line) - 20);
  const around = yield* look(`The lines around ${name}`, read(file, from, Number(line) + 20));
  const value = new RegExp(`const ${name}\\b[^=]*= *([^;\\n]+)`).exec(around)?.[1];
  return `${name} is ${value ?? "unknown"}, set in ${file}.`;
}

function* longestFile([ending = "", folder = ""]: readonly string[]): Procedure {
  const listing = yield* look(`The files of ${folder}`, list(folder));
  const files = [...listing.matchAll(/^(\S+) {2}\d+$/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name.endsWith(ending));
  const paths = files.map((name) => `${folder}/${name}`).join(" ");
  const counts = yield* look(`Lines of ${files.length} files`, run(`wc -l ${paths}`));
  const [longest] = [...counts.matchAll(/^ *(\d+) (\S+)$/gm)]
    .filter(([, , path]) => path !== "total")
    .map(([, lines, path = ""]) => ({ lines: Number(lines), name: path.slice(folder.length + 1) }))
    .sort((one, other) => other.lines - one.lines);
  if (longest === undefined) return `I could not count the lines in ${folder}.`;
  yield* glance("Its first lines", read(`${folder}/${longest.name}`, 1, 40));
  return `${longest.name} is the longest file directly in ${folder}, with ${longest.lines} lines.`;
}

function* firstLine(
  [path = "", text = ""]: readonly string[],
  { pageLines }: ProcedureContext,
): Procedure {
  const size = yield* look(`The length of ${path}`, run(`wc -l ${path}`));
  const lines = Number(/^ *(\d+) /m.exec(size)?.[1] ?? 0);
  for (let from = 1; from <= lines; from += pageLines) {
    const page = yield* glance(
      `Lines of ${path} from ${from}`,
      read(path, from, Math.min(lines, from + pageLines - 1)),
    );
    const found = page
      .split("\n")
      .slice(1)
      .find((line) => line.includes(text));
    if (found !== undefined)
      return `"${text}" first occurs on line ${found.split("\t")[0]} of ${path}.`;
  }
  const hits = yield* look("Not found while reading, so a search", grep(escaped(text), path));
  const line = /:(\d+): /.exec(hits)?.[1];
  return `"${text}" first occurs on line ${line ?? "unknown"} of ${path}.`;
}

function* linesBeginning(
  [path = "", start = ""]: readonly string[],
  { pageLines }: ProcedureContext,
): Procedure {
  yield* glance(`The first lines of ${path}`, read(path, 1, pageLines));
  const hits = yield* look(`Lines that begin with ${start}`, grep(`^${escaped(start)}`, path));
  return `${hits.split(" ")[0]} lines of ${path} begin with "${start}".`;
}

function* filesHolding([folder = "", text = ""]: readonly string[]): Procedure {
  const hits = yield* look(`Files that contain ${text}`, grep(escaped(text), folder));
  const files = [...hits.matchAll(/^(\S+?):\d+: /gm)].map(([, path = ""]) => path);
  const direct = [...new Set(files)].filter((path) => !path.slice(folder.length + 1).includes("/"));
  for (let index = 0; index < direct.length; index += 2) {
    const pair = direct.slice(index, index + 2);
    yield* glances(
      "The first of them",
      pair.map((path) => read(path, 1, 30)),
    );
  }
  return `${direct.length} files directly in ${folder} contain "${text}".`;
}

function* nodeVersion(): Procedure {
  const output = yield* look("The version from node", run("node --version"));
  return `The commands run on Node.js ${/v\d+\.\d+\.\d+/.exec(output)?.[0] ?? "unknown"}.`;
}

function* largerFile([one = "", other = ""]: readonly string[]): Procedure {
  yield* glances("The first lines of both", [read(one, 1, 40), read(other, 1, 40)]);
  const output = yield* look("Their sizes", run(`wc -c ${one} ${other}`));
  const sizes = [...output.matchAll(/^ *(\d+) (\S+)$/gm)].map(([, bytes]) => Number(bytes));
  const [first = 0, second = 0] = sizes;
  return `${first >= second ? one : other} is the larger one, with ${Math.max(first, second)} bytes.`;
}

function* recall([digits = ""]: readonly string[], { finding }: ProcedureContext): Procedure {
  const number = Number(digits);
  const visible = finding(number);
  if (visible !== null) return visible;
  const found = yield* look(
    "My context does not contain that finding, so I search the log",
    call("search_history", { query: `Finding ${number}:` }),
  );
  return statementOf([found], number) ?? `I could not find the finding of question ${number}.`;
}

function* look(why: string, wanted: ToolRequest): Generator<Step, string, readonly string[]> {
  const [result = ""] = yield { why, calls: [wanted], glance: false };
  return result;
}

function* glance(why: string, wanted: ToolRequest): Generator<Step, string, readonly string[]> {
  const [result = ""] = yield* glances(why, [wanted]);
  return result;
}

function* glances(
  why: string,
  calls: readonly ToolRequest[],
): Generator<Step, readonly string[], readonly string[]> {
  return yield { why, calls, glance: true };
}

function read(path: string, from: number, to: number): ToolRequest {
  return call("read_file", { path, from_line: from, to_line: to });
}

function grep(pattern: string, path: string): ToolRequest {
  return call("grep", { pattern, path });
}

function list(path: string): ToolRequest {
  return call("list_files", { path });
}

function run(command: string): ToolRequest {
  return call("run_command", { command });
}

function call(name: string, values: Record<string, unknown>): ToolRequest {
  return { name, arguments: JSON.stringify(values) };
}

function packageFolder(name: string, place: string): string {
  return place === "." || place === "the repository"
    ? `node_modules/${name}`
    : `${place}/node_modules/${name}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
