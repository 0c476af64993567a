import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the facts that a correct answer contains, read from disk without the tools of the agent. */
export type GroundTruth = (root: string) => readonly string[];

export function versionOf(folder: string): GroundTruth {
  return (root) => [manifest(root, folder).version];
}

export function licenceOf(folder: string): GroundTruth {
  return (root) => [manifest(root, folder).license];
}

export function constantIn(file: string, name: string): GroundTruth {
  return (root) => {
    const line = text(root, file)
      .split("\n")
      .find((line) => line.startsWith(`export const ${name} = `));
    return [file, (line ?? "").split(" = ")[1]?.replace(/;$/, "") ?? "missing"];
  };
}

export function longestIn(folder: string, ending: string): GroundTruth {
  return (root) => {
    const names = readdirSync(join(root, folder)).filter(
      (name) => name.endsWith(ending) && statSync(join(root, folder, name)).isFile(),
    );
    const lengths = names.map((name) => text(root, `${folder}/${name}`).split("\n").length - 1);
    const most = Math.max(...lengths);
    return [names[lengths.indexOf(most)] ?? "missing", String(most)];
  };
}

export function lineOf(file: string, wanted: string): GroundTruth {
  return (root) => {
    const content = text(root, file);
    return [String(content.slice(0, content.indexOf(wanted)).split("\n").length)];
  };
}

export function linesStarting(file: string, start: string): GroundTruth {
  return (root) => [String(`\n${text(root, file)}`.split(`\n${start}`).length - 1)];
}

export function filesWith(folder: string, wanted: string): GroundTruth {
  return (root) => {
    const files = readdirSync(join(root, folder)).filter((name) =>
      statSync(join(root, folder, name)).isFile(),
    );
    return [
      String(files.filter((name) => text(root, `${folder}/${name}`).includes(wanted)).length),
    ];
  };
}

export function nodeRelease(): GroundTruth {
  return () => [process.versions.node];
}

export function largerOf(one: string, other: string): GroundTruth {
  return (root) => {
    const [first, second] = [one, other].map((file) => statSync(join(root, file)).size);
    return [(first ?? 0) >= (second ?? 0) ? one : other, String(Math.max(first ?? 0, second ?? 0))];
  };
}

/** Returns whether an answer contains each fact as a separate word. Numbers may have thousands separators. */
export function states(answer: string, facts: readonly string[]): boolean {
  const plain = answer.replaceAll(/(?<=\d)[,\u00a0\u202f](?=\d{3})/g, "");
  return facts.every((fact) => {
    const escaped = fact.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<![\\w.-])v?${escaped}(?![\\w-]|\\.\\d)`).test(plain);
  });
}

function manifest(root: string, folder: string): { version: string; license: string } {
  return JSON.parse(text(root, `${folder}/package.json`)) as { version: string; license: string };
}

function text(root: string, file: string): string {
  return readFileSync(join(root, file), "utf8");
}
