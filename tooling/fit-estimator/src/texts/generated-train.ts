import type { TextKind } from "./kind.ts";
import { packageFiles } from "./package-files.ts";
import { createRandom, type Random } from "./random.ts";
import { capital, clock, code, type Given, lines, phrase, uuid, vocabularyOf } from "./generate.ts";

const SEED = 20_000;
const SERVICES = ["checkout", "mailer", "billing-worker", "api.gateway", "indexer", "scheduler"];
const LEVELS = ["INFO", "WARN", "ERROR", "DEBUG"];
const EMOJI = "😀 😂 👍 🎉 🔥 ❤️ ✅ 🚀 🤔 💡 👋 🙏 ⚠️ 📦 🐛".split(" ");
/** Weights of formats. Default: 1.5. */
const WEIGHTS: Readonly<Record<string, number>> = { "han-characters": 0.1, latex: 3, csv: 2.5 };
const EMOJI_BLOCKS = [
  [0x1f300, 0x1f5ff],
  [0x1f600, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f90c, 0x1f9ff],
] as const;
const TERMS =
  String.raw`\alpha  \theta  \lambda_i  \sigma^2  \partial f  \nabla  \cdot  \ldots  \mathbb{R}^n
  \mathbf{x}  \left( a \right)  \sum_{i=1}^{n} x_i  \prod_{k}  \int_a^b  \lim_{x \to 0}
  \geq  \neq  \approx  \in  \times  \hat{y}  \log n  x_{0}  2\pi  f(t)  \varepsilon  \quad
  \exp(-x)`.split(/\s{2,}/);
const SYMBOLS = Array.from("✓✔✗✘✖➜➔→←↑↓⇒★☆●○■□▶◆ℹ⚠✅❌❯•…·§©®™°±×÷≈≠≤≥∞∑√∂∈∀∃λπµ–—“”‘’«»");
const RUNS = Array.from("aexZ \n\t=-*#._/─═█的あア가кمकก…€·•❯　。éüαא");

const FORMATS: Readonly<Record<string, (given: Given) => string>> = {
  "service-log": ({ random, words, index }) =>
    `2025-03-${10 + (index % 20)}T${clock(random)}.${random.between(100, 999)}Z ${random.pick(LEVELS)} [${random.pick(SERVICES)}] ${phrase(random, words, 2, 6)} id=${code(random, "hex", 12)} took=${random.between(1, 4000)}ms`,
  "access-log": ({ random, words }) =>
    `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)} - - [12/Mar/2025:${clock(random)} +0000] "GET /${random.pick(words)}/${random.pick(words)}?page=${random.between(1, 90)} HTTP/1.1" ${random.pick(["200", "304", "404", "500"])} ${random.between(100, 90_000)}`,
  "coloured-log": ({ random, words }) =>
    `\u001b[${random.between(30, 37)}m${random.pick(LEVELS)}\u001b[0m \u001b[1m${random.pick(SERVICES)}\u001b[22m ${phrase(random, words, 2, 5)}`,
  "kernel-log": ({ random, words, index }) =>
    `[${(index * 0.731 + 4).toFixed(6).padStart(12)}] ${random.pick(["usb 1-4", "nvme0n1", "eth0", "systemd[1]", "EXT4-fs (sda1)"])}: ${phrase(random, words, 2, 5)}`,
  "python-trace": ({ random, words }) =>
    `  File "/usr/lib/python3/${random.pick(words)}/${random.pick(words)}.py", line ${random.between(1, 900)}, in ${random.pick(words)}_${random.pick(words)}\n    return self.${random.pick(words)}(${random.pick(words)}, ${random.pick(words)}=None)`,
  "java-trace": ({ random, words }) =>
    `\tat com.${random.pick(words)}.${random.pick(words)}.${capital(random.pick(words))}${capital(random.pick(words))}.${random.pick(words)}(${capital(random.pick(words))}.java:${random.between(10, 900)})`,
  listing: ({ random, words }) =>
    `-rw-r--r--  1 deploy staff ${String(random.between(80, 900_000)).padStart(8)} Mar ${String(random.between(1, 28)).padStart(2)} ${clock(random).slice(0, 5)} ${random.pick(words)}-${random.pick(words)}.${random.pick(["ts", "md", "json", "lock", "py"])}`,
  "grep-output": ({ random, words }) =>
    `src/${random.pick(words)}/${random.pick(words)}-${random.pick(words)}.ts:${random.between(1, 600)}:  const ${random.pick(words)} = ${random.pick(words)}.${random.pick(words)}(${random.pick(words)});`,
  "unified-diff": ({ random, words, index }) =>
    index % 9 === 0
      ? `@@ -${random.between(1, 400)},7 +${random.between(1, 400)},9 @@ export function ${random.pick(words)}() {`
      : `${random.pick(["+", "-", " ", " "])}    ${random.pick(["const", "return", "if (", "await"])} ${random.pick(words)}.${random.pick(words)}("${random.pick(words)}");`,
  yaml: ({ random, words, index }) =>
    index % 4 === 0
      ? `${random.pick(words)}:`
      : `${"  ".repeat(random.between(1, 3))}${random.pick(["- ", ""])}${random.pick(words)}: ${random.pick([random.pick(words), String(random.between(1, 9000)), "true", `"${phrase(random, words, 2, 3)}"`])}`,
  toml: ({ random, words, index }) =>
    index % 5 === 0
      ? `\n[${random.pick(words)}.${random.pick(words)}]`
      : `${random.pick(words)}-${random.pick(words)} = ${random.pick([`"${random.pick(words)}"`, String(random.between(1, 900)), "true", `["${random.pick(words)}", "${random.pick(words)}"]`])}`,
  csv: ({ random, words, index }) =>
    `${index},${capital(random.pick(words))} ${capital(random.pick(words))},${random.pick(words)}@${random.pick(words)}.org,${(random.next() * 900).toFixed(2)},2024-0${random.between(1, 9)}-${random.between(10, 28)}`,
  "markdown-table": ({ random, words }) =>
    `| ${random.pick(words)} | ${phrase(random, words, 2, 4)} | ${random.between(1, 9000)} | ${(random.next() * 90).toFixed(1)} % |`,
  "aligned-table": ({ random, words }) =>
    `${random.pick(words).padEnd(24)}${String(random.between(1, 99_999)).padStart(10)}  ${random.pick(["Running", "Pending", "Failed"]).padEnd(12)}${random.between(1, 40)}d`,
  latex: ({ random, words, index }) =>
    index % 3 === 0
      ? `\\begin{${random.pick(["equation", "align", "theorem", "figure", "enumerate"])}}\n  ${formula(random)} = \\frac{${formula(random)}}{\\sqrt{${formula(random)}}} + ${formula(random)}\n\\end{equation}`
      : `\\${random.pick(["textbf", "textit", "section", "footnote", "caption"])}{${random.pick(words)}} ${phrase(random, words, 2, 9)} $${formula(random)}$ \\${random.pick(["cite", "label", "eqref"])}{${random.pick(words)}20${random.between(10, 25)}}.`,
  sql: ({ random, words }) =>
    `SELECT ${random.pick(words)}.${random.pick(words)}, COUNT(*) AS ${random.pick(words)} FROM ${random.pick(words)}s JOIN ${random.pick(words)} ON ${random.pick(words)}_id = ${random.pick(words)}.id WHERE ${random.pick(words)} > ${random.between(1, 90)} GROUP BY 1;\nCREATE TABLE ${random.pick(words)}_${random.pick(words)} (id bigint PRIMARY KEY, ${random.pick(words)} text NOT NULL DEFAULT '${random.pick(words)}');`,
  shell: ({ random, words }) =>
    `$ ${random.pick(["git", "npm", "docker", "kubectl", "curl -sS"])} ${random.pick(words)} --${random.pick(words)}=${random.pick(words)} ./${random.pick(words)}/${random.pick(words)}\n${phrase(random, words, 2, 6)}`,
  "tool-call": ({ random, words }) =>
    JSON.stringify({
      command: `cd /home/dev/${random.pick(words)} && grep -n "${random.pick(words)}" ${random.pick(words)}.ts | head -${random.between(5, 50)}`,
      description: phrase(random, words, 2, 5),
      timeout: random.between(1, 9) * 1000,
    }),
  "api-answer": ({ random, words }) =>
    JSON.stringify({
      id: code(random, "hex", 24),
      status: random.pick(["ok", "open", "done"]),
      total: random.between(1, 9000),
      items: [
        {
          name: phrase(random, words, 2, 2),
          price: Number((random.next() * 99).toFixed(2)),
          created_at: `2024-1${random.between(0, 2)}-0${random.between(1, 9)}T${clock(random)}Z`,
        },
      ],
    }),
  base64: ({ random }) => code(random, "base64", 76),
  hex: ({ random }) => code(random, "hex", 64),
  uuid: ({ random }) => uuid(random),
  integers: ({ random }) =>
    `${random.between(0, 99_999)} ${random.between(0, 999_999_999)} ${random.between(0, 99)}`,
  decimals: ({ random }) =>
    `${(random.next() * 10).toFixed(6)}, ${(random.next() * 1000).toFixed(3)}, -${random.next().toFixed(8)}`,
  "random-letters": ({ random }) => code(random, "letters", random.between(20, 120)),
  "emoji-chat": ({ random, words }) =>
    `${random.pick(words)}: ${phrase(random, words, 2, 8)} ${emoji(random)}${random.next() < 0.3 ? emoji(random) : ""}`,
  emoji: ({ random }) => Array.from({ length: 12 }, () => emoji(random)).join(""),
  "han-characters": ({ random }) =>
    Array.from({ length: 30 }, () => String.fromCharCode(random.between(0x4e00, 0x9fa5))).join(""),
  runs: ({ random, words }) =>
    random.pick(RUNS).repeat(random.between(2, 90)) +
    random.pick(["", " ", "\n", random.pick(words)]),
  symbols: ({ random, words }) =>
    `${random.pick(SYMBOLS)} ${phrase(random, words, 2, 4)} ${random.pick(SYMBOLS)}${random.pick(["", "", " ", `\u001b[${random.between(0, 99)}m`])}${random.pick(words)}`,
  boxes: ({ random, words }) =>
    `│ ${random.pick(words).padEnd(20)} │ ${random.pick(words).padEnd(12)} │\n├${"─".repeat(22)}┼${"─".repeat(14)}┤ → ${random.pick(["✓", "✗", "●", "▶"])} ${random.pick(words)}`,
};

/** Generates formats that no package contains as files. The tests generate theirs differently. */
export function generatedForTraining(): readonly TextKind[] {
  const words = vocabularyOf([
    ...packageFiles("javascripting", "problems/*/problem.md"),
    ...packageFiles("node-gyp", ["*.md", "docs/*.md", "lib/*.js"]),
    ...packageFiles("@openzeppelin/contracts", "utils/**/*.sol"),
  ]);
  return Object.entries(FORMATS).map(([name, line], index) => ({
    name,
    weight: WEIGHTS[name] ?? 1.5,
    documents: () => [lines(createRandom(SEED + index), words, line, 900)],
  }));
}

function formula(random: Random): string {
  return Array.from({ length: random.between(1, 4) }, () => random.pick(TERMS)).join(" ");
}

/** Returns a common emoji, or one from a Unicode block. */
function emoji(random: Random): string {
  const common = random.next() < 0.6;
  const [from, to] = random.pick(EMOJI_BLOCKS);
  return common ? random.pick(EMOJI) : String.fromCodePoint(random.between(from, to));
}
