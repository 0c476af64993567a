import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const REPORTS = join(ROOT, "api");
/** `apps/docs/src/write-reference.ts` writes these pages. */
const PAGES = join(ROOT, "apps/docs/.cutpoint/reference");

type Page = {
  readonly params: { readonly entry: string; readonly title: string };
  readonly content: string;
};

/** One page for each public entry. */
const loader: { readonly watch: readonly string[]; readonly paths: () => readonly Page[] } = {
  watch: ["../../apps/docs/.cutpoint/reference/*.md"],
  paths: (): readonly Page[] =>
    globSync("*.api.md", { cwd: REPORTS })
      .toSorted()
      .map((file) => {
        const entry = file.slice(0, -".api.md".length);
        const report = readFileSync(join(REPORTS, file), "utf8");
        const title = /^## API Report File for "(.*)"$/mu.exec(report)?.[1];
        if (title === undefined) throw new Error(`${file} has no title`);
        const content = readFileSync(join(PAGES, `${entry}.md`), "utf8");
        return { params: { entry, title }, content };
      }),
};

export default loader;
