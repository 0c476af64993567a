import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs the programs that its argument lists, one after the other, each in its folder. Prints one JSON object: what each
 * program printed, or its error.
 */
type Job = {
  readonly name: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
};

const outputs: Record<string, string> = {};
const write = process.stdout.write.bind(process.stdout);
for (const { name, directory, env } of JSON.parse(process.argv[2] ?? "[]") as readonly Job[]) {
  let printed = "";
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    printed += String(chunk);
    return true;
  };
  process.chdir(directory);
  Object.assign(process.env, env);
  try {
    await import(pathToFileURL(join(directory, "main.ts")).href);
  } catch (error) {
    printed += error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  outputs[name] = printed;
}
process.stdout.write = write;
write(JSON.stringify(outputs));
