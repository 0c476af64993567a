import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  assistantMessage,
  type Message,
  systemMessage,
  toolMessage,
  userMessage,
} from "@cutpoint/core";

const ROOT = join(import.meta.dirname, "../../../..");
/** Longest content of a file in the session, in UTF-16 units. */
const LONGEST = 6_000;

/** Returns a session in which an agent reads sources of this repository and names their functions. */
export function agentSession(files: number): readonly Message[] {
  const paths = globSync("packages/core/src/{message,plan,view,tokens}/*.ts", { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .slice(0, files);
  return [
    systemMessage("You explain the sources of a repository. Read a file before you describe it."),
    userMessage(
      "I am new to this repository. Go through the sources of core with me. Always name the exported functions, and never describe a file that you have not read.",
    ),
    ...paths.flatMap((path, index) => stepOf(path, index)),
  ];
}

function stepOf(path: string, index: number): readonly Message[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const name = path.split("/").at(-1) ?? path;
  const functions = [...text.matchAll(/^export (?:async )?function (\w+)/gmu)].map(
    (match) => match[1] ?? "",
  );
  const call = { callId: `read-${index}`, name: "read_file", arguments: JSON.stringify({ path }) };
  const imports = [...text.matchAll(/from "(\.[^"]+)"/gu)].map((match) => match[1] ?? "");
  return [
    userMessage(`What does ${name} do?`),
    assistantMessage(`I read ${path}.`, [call]),
    toolMessage(call, text.slice(0, LONGEST)),
    assistantMessage(
      [
        functions.length === 0
          ? `${path} exports types only.`
          : `${path} exports ${functions.join(", ")}.`,
        imports.length === 0 ? "It imports nothing of its own." : `It uses ${imports.join(", ")}.`,
      ].join(" "),
    ),
  ];
}
