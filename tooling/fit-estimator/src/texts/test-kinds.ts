import { declaration } from "./declaration.ts";
import { generatedForTesting } from "./generated-test.ts";
import type { TextKind } from "./kind.ts";
import { filesOfKinds, type PackageGlob, packageFiles, stringsNamed } from "./package-files.ts";
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

/** Files of packages by kind of text. */
const FILES: Readonly<Record<string, readonly PackageGlob[]>> = {
  markdown: [
    ["nan", "doc/*.md"],
    ["reveal.js", "README.md"],
    ["flatted", "README.md"],
  ],
  "source-typescript": [["graphile-worker", "dist/**/*.d.ts"]],
  "source-javascript": [["codemirror", ["src/**/*.js", "addon/**/*.js"]]],
  "source-python": [["node-gyp", "gyp/pylib/packaging/*.py"]],
  "source-java": [["@capacitor/android", "**/*.java"]],
  "source-swift": [["@capacitor/ios", "**/*.swift"]],
  "source-objective-c": [["@capacitor/ios", "**/*.{m,h}"]],
  "source-c++": [["nan", "*.h"]],
  "source-go": [["flatted", "golang/**/*.go"]],
  "source-php": [["flatted", "php/*.php"]],
  sql: [["graphile-worker", "sql/*.sql"]],
  css: [
    ["reveal.js", "css/**/*.{css,scss}"],
    ["codemirror", ["theme/*.css", "lib/*.css"]],
  ],
  html: [["reveal.js", "*.html"]],
  "json-data": [["mdn-data", "{css,api,l10n}/*.json"]],
  "minified-bundle": [
    ["htmx.org", "dist/htmx.min.js"],
    ["jquery", "dist/jquery.min.js"],
    ["flatted", "min.js"],
  ],
};

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
    ...filesOfKinds(FILES),
    { name: "file-paths", documents: () => filePaths(PATHS, PLACES, 71) },
    { name: "search-results", documents: () => foundLines(SEARCHED, PLACES, 72) },
    ...generatedForTesting(),
  ];
}
