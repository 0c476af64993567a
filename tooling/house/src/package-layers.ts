/** The imports that each package may have. A name may end in `*`. The first matching row applies. */
const PACKAGE_LAYERS: readonly {
  readonly importer: string;
  readonly mayImport: readonly string[];
}[] = [
  { importer: "models", mayImport: [] },
  { importer: "redact", mayImport: [] },
  { importer: "provider-errors", mayImport: [] },
  { importer: "rules", mayImport: [] },
  { importer: "core", mayImport: ["models", "provider-errors", "redact", "rules"] },
  { importer: "session", mayImport: ["core"] },
  { importer: "extractive", mayImport: ["core"] },
  { importer: "prompts", mayImport: ["core"] },
  { importer: "readers", mayImport: ["core", "session"] },
  { importer: "opentelemetry", mayImport: ["core", "session"] },
  { importer: "store-*", mayImport: ["session"] },
  { importer: "estimator-*", mayImport: ["core"] },
  { importer: "host-kit", mayImport: ["core", "session", "extractive"] },
  {
    importer: "adapter-*",
    mayImport: ["core", "session", "prompts", "extractive", "host-kit", "readers"],
  },
  { importer: "provider-sim", mayImport: ["core", "estimator-tiktoken"] },
  { importer: "conformance", mayImport: ["core", "session", "provider-sim"] },
  { importer: "eval", mayImport: ["core", "session", "extractive", "estimator-tiktoken"] },
  { importer: "inspect", mayImport: ["core", "extractive", "eval", "readers"] },
  {
    importer: "cli",
    mayImport: [
      "core",
      "models",
      "session",
      "extractive",
      "prompts",
      "store-jsonl",
      "store-postgres",
      "store-sqlite",
      "host-kit",
      "conformance",
      "eval",
      "inspect",
      "readers",
    ],
  },
];

/** Returns whether the table allows an import. Both names are folder names. */
export function isAllowedImport(importer: string, imported: string): boolean {
  const row = PACKAGE_LAYERS.find((layer) => matchesName(layer.importer, importer));
  return row !== undefined && row.mayImport.some((name) => name === imported);
}

function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
