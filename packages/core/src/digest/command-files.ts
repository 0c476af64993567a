/** The files that a command line reads and writes. */
export type CommandFiles = {
  readonly read: readonly string[];
  readonly written: readonly string[];
};

const PIECE = /(?:[^\s'"|;&<>]|'[^']*'|"[^"]*")+|>>?|[|;&<]+/gu;
const READERS: ReadonlySet<string> = new Set(["cat", "head", "tail", "nl", "less", "more", "bat"]);
const OUTPUT_OPTIONS: ReadonlySet<string> = new Set(["-o", "--output", "--out", "--outfile"]);
const MAX_CHARACTERS = 4_000;

/**
 * Finds the files in a shell command line: `cat`, `head`, `tail`, `nl`, `less`, `more`, `bat` and `sed -n` read files;
 * `> file`, `>> file`, `tee file` and `-o file` write them. Variables, substitutions, devices and here-documents are
 * ignored. Reads the first 4,000 characters.
 */
export function commandFiles(command: string): CommandFiles {
  const read: string[] = [];
  const written: string[] = [];
  const pieces = withoutHereDocument(command.slice(0, MAX_CHARACTERS)).match(PIECE) ?? [];
  let program = "";
  let expectsProgram = true;
  let expectsOutput = false;
  let script = false;
  for (const piece of pieces) {
    if (piece === ">" || piece === ">>") {
      expectsOutput = true;
    } else if (/^[|;&<]+$/u.test(piece)) {
      expectsProgram = true;
      expectsOutput = false;
    } else if (expectsOutput) {
      if (isFileName(piece)) written.push(unquoted(piece));
      expectsOutput = false;
    } else if (expectsProgram) {
      if (/^\w+=/u.test(piece)) continue;
      program = unquoted(piece).split("/").at(-1) ?? "";
      expectsProgram = false;
      script = program === "sed";
    } else if (OUTPUT_OPTIONS.has(piece)) {
      expectsOutput = true;
    } else if (piece.startsWith("-")) {
      if (program === "sed" && piece !== "-n") program = "";
    } else if (script) {
      script = false;
    } else if (program === "tee") {
      if (isFileName(piece)) written.push(unquoted(piece));
    } else if ((READERS.has(program) || program === "sed") && isFileName(piece)) {
      if (!/^\d+$/u.test(piece)) read.push(unquoted(piece));
    }
  }
  return { read, written };
}

function withoutHereDocument(command: string): string {
  const start = /<<-?\s*['"]?[A-Za-z_]\w*['"]?/u.exec(command);
  if (start === null) return command;
  const line = command.indexOf("\n", start.index);
  const rest = line === -1 ? command : command.slice(0, line);
  return rest.slice(0, start.index) + rest.slice(start.index + start[0].length);
}

function isFileName(piece: string): boolean {
  return !/[$`*?{}()[\]]/u.test(piece) && !/^(?:[&-]|\d*$|\/dev\/)/u.test(unquoted(piece));
}

function unquoted(piece: string): string {
  return piece.replace(/["']/gu, "");
}
