import { declaration } from "./declaration.ts";
import { generatedForTesting } from "./generated-test.ts";
import type { TextKind } from "./kind.ts";
import { packageFiles, stringsNamed } from "./package-files.ts";
import { filePaths, foundLines } from "./paths.ts";

const PROSE: readonly (readonly [language: string, ...codes: string[]])[] = [
  ["english", "eng"],
  ["german", "deu_1996", "deu_1901"],
  ["french", "fra"],
  ["spanish", "spa"],
  ["italian", "ita"],
  ["portuguese", "por_BR", "por_PT"],
  ["dutch", "nld"],
  ["polish", "pol"],
  ["turkish", "tur"],
  ["vietnamese", "vie"],
  ["russian", "rus"],
  ["ukrainian", "ukr"],
  ["greek", "ell_monotonic"],
  ["hebrew", "heb"],
  ["arabic", "arb"],
  ["hindi", "hin"],
  ["thai", "tha", "tha2"],
  ["chinese", "cmn_hans"],
  ["chinese-traditional", "cmn_hant"],
  ["japanese", "jpn"],
  ["korean", "kor"],
];

const PLACES = {
  users: ["nina", "omar", "dev", "h.keller"],
  folders: ["Code", "projects/client", "src", "Documents/GitHub"],
  projects: ["atlas", "shop-api", "inventory", "web"],
};
const PATHS = [
  "@capacitor/android",
  "@capacitor/ios",
  "codemirror",
  "graphile-worker",
  "reveal.js",
];
const SEARCHED = [
  ["@capacitor/android", "**/*.java"],
  ["@capacitor/ios", "**/*.swift"],
  ["codemirror", "{src,addon}/**/*.js"],
  ["graphile-worker", "dist/**/*.js"],
  ["node-gyp", "gyp/pylib/packaging/*.py"],
] as const;

/** Returns the test texts. They were chosen before the fit and come from other projects and documents. */
export function testKinds(): readonly TextKind[] {
  return [
    ...PROSE.map(([language, ...codes]): TextKind => ({
      name: `prose-${language}`,
      documents: () => declaration(...codes),
    })),
    {
      name: "prose-sayings",
      documents: () =>
        packageFiles("inspirational-quotes", "data/data.json").map((text) =>
          stringsNamed("text", text),
        ),
    },
    {
      name: "markdown",
      documents: () => [
        ...packageFiles("nan", "doc/*.md"),
        ...packageFiles("reveal.js", "README.md"),
        ...packageFiles("flatted", "README.md"),
      ],
    },
    {
      name: "source-typescript",
      documents: () => packageFiles("graphile-worker", "dist/**/*.d.ts"),
    },
    {
      name: "source-javascript",
      documents: () => packageFiles("codemirror", ["src/**/*.js", "addon/**/*.js"]),
    },
    {
      name: "source-python",
      documents: () => packageFiles("node-gyp", "gyp/pylib/packaging/*.py"),
    },
    { name: "source-java", documents: () => packageFiles("@capacitor/android", "**/*.java") },
    { name: "source-swift", documents: () => packageFiles("@capacitor/ios", "**/*.swift") },
    { name: "source-objective-c", documents: () => packageFiles("@capacitor/ios", "**/*.{m,h}") },
    { name: "source-c++", documents: () => packageFiles("nan", "*.h") },
    { name: "source-go", documents: () => packageFiles("flatted", "golang/**/*.go") },
    { name: "source-php", documents: () => packageFiles("flatted", "php/*.php") },
    { name: "sql", documents: () => packageFiles("graphile-worker", "sql/*.sql") },
    {
      name: "css",
      documents: () =>
        packageFiles("reveal.js", ["css/**/*.{css,scss}"]).concat(
          packageFiles("codemirror", ["theme/*.css", "lib/*.css"]),
        ),
    },
    { name: "html", documents: () => packageFiles("reveal.js", "*.html") },
    { name: "json-data", documents: () => packageFiles("mdn-data", "{css,api,l10n}/*.json") },
    {
      name: "minified-bundle",
      documents: () => [
        ...packageFiles("htmx.org", "dist/htmx.min.js"),
        ...packageFiles("jquery", "dist/jquery.min.js"),
        ...packageFiles("flatted", "min.js"),
      ],
    },
    { name: "file-paths", documents: () => filePaths(PATHS, PLACES, 71) },
    { name: "search-results", documents: () => foundLines(SEARCHED, PLACES, 72) },
    ...generatedForTesting(),
  ];
}
