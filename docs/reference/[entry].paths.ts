import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const REPORTS = join(import.meta.dirname, "../../api");

type Page = {
  readonly params: { readonly entry: string; readonly title: string };
  readonly content: string;
};

/** One page for each API report. */
const loader: { readonly watch: readonly string[]; readonly paths: () => readonly Page[] } = {
  watch: ["../../api/*.api.md"],
  paths: (): readonly Page[] =>
    globSync("*.api.md", { cwd: REPORTS })
      .toSorted()
      .map((file) => {
        const report = readFileSync(join(REPORTS, file), "utf8");
        const title = /^## API Report File for "(.*)"$/mu.exec(report)?.[1];
        if (title === undefined) throw new Error(`${file} has no title`);
        const content = report.slice(report.indexOf("```ts"));
        return { params: { entry: file.slice(0, -".api.md".length), title }, content };
      }),
};

export default loader;
