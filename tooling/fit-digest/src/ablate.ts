import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import type { Summarizer } from "@cutpoint/core";
import {
  type Arm,
  createCutpoint,
  evaluateAll,
  type Row,
  summarizeRows,
  tableLines,
} from "@cutpoint/eval";
import { ABLATIONS, type Ablation } from "./ablations.ts";
import { transcriptsIn } from "./projects.ts";

const SOURCE = new URL("../../../packages/extractive/src/", import.meta.url).href;

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS is not set to a folder of transcripts");
else await ablate(directory, process.argv.slice(2));

/**
 * Evaluates the summarizer as it is, and with each stage turned off.
 *
 * @param names of the ablations to measure. Default: all.
 */
async function ablate(folder: string, names: readonly string[]): Promise<void> {
  const chosen = ABLATIONS.filter(({ name }) => names.length === 0 || names.includes(name));
  const arms = [await armOf({ name: "none", edits: [] })];
  for (const ablation of chosen) arms.push(await armOf(ablation));
  const rows: Row[] = [];
  for await (const row of evaluateAll(await transcriptsIn(folder), { arms })) rows.push(row);
  console.log(tableLines(summarizeRows(rows)).join("\n"));
}

/** Loads a copy of the package whose sources the edits change. */
async function armOf({ name, edits }: Ablation): Promise<Arm> {
  const suffix = `?without=${encodeURIComponent(name)}`;
  const left = new Set(edits);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isCopied = found.url.startsWith(SOURCE) && context.parentURL?.endsWith(suffix) === true;
      return isCopied ? { ...found, url: found.url + suffix } : found;
    },
    load(url, context, next) {
      if (!url.endsWith(suffix)) return next(url, context);
      let source = readFileSync(new URL(url), "utf8");
      for (const edit of edits) {
        const [file, before, after] = edit;
        if (url !== SOURCE + file + suffix || source.split(before).length !== 2) continue;
        source = source.replace(before, () => after);
        left.delete(edit);
      }
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
  const { createExtractiveSummarizer } = (await import(`${SOURCE}summarize.ts${suffix}`)) as {
    readonly createExtractiveSummarizer: () => Summarizer;
  };
  hooks.deregister();
  for (const [file, before] of left)
    throw new Error(`ablation ${name}: ${file} must contain this once: ${before}`);
  const arm = createCutpoint({ summarizer: createExtractiveSummarizer() });
  if (arm.role !== "method") throw new Error(`${arm.name} is a ${arm.role}: expected a method`);
  return { role: arm.role, name, compact: async (request) => arm.compact(request) };
}
