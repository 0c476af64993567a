import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";

const ROOT = join(import.meta.dirname, "../../..");
/** The pages that `docs/reference/[entry].paths.ts` reads. */
const OUT = join(import.meta.dirname, "../.cutpoint/reference");

type Exports = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the public entries as files by name: `core`, and `core-kit` for `@cutpoint/core/kit`. */
function publicEntries(): ReadonlyMap<string, string> {
  return new Map(
    globSync("packages/*/package.json", { cwd: ROOT })
      .toSorted()
      .flatMap((manifest) => {
        const folder = join(ROOT, dirname(manifest));
        const { exports = {} } = JSON.parse(readFileSync(join(ROOT, manifest), "utf8")) as {
          readonly exports?: Exports;
        };
        return Object.entries(exports).flatMap(([path, { "@cutpoint/source": source }]) =>
          source === undefined
            ? []
            : [
                [
                  `${folder.split("/").at(-1)}${path.slice(1).replaceAll("/", "-")}`,
                  join(folder, source),
                ] as const,
              ],
        );
      }),
  );
}

const entries = publicEntries();
const options: TypeDocOptions & Partial<PluginOptions> = {
  plugin: ["typedoc-plugin-markdown"],
  entryPoints: [...entries.values()],
  tsconfig: join(ROOT, "tsconfig.json"),
  // `check:types` checks types, with the TypeScript version of the repository.
  skipErrorChecking: true,
  excludeExternals: true,
  disableSources: true,
  readme: "none",
  outputs: [{ name: "markdown", path: OUT }],
  router: "module",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hidePageTitle: true,
  parametersFormat: "table",
  propertiesFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  typeDeclarationVisibility: "compact",
  // All fields are readonly, and defaults are in the comments.
  tableColumnSettings: {
    hideModifiers: true,
    hideDefaults: true,
    hideInherited: true,
    hideOverrides: true,
  },
};

const app = await Application.bootstrapWithPlugins(options);
const files = new Map([...entries].map(([name, file]) => [file, name]));
const points = app.getEntryPoints() ?? [];
for (const point of points)
  point.displayName = files.get(point.sourceFile.fileName) ?? point.displayName;
await app.generateOutputs(app.converter.convert(points));
console.log(`wrote the reference of ${points.length} entries`);
