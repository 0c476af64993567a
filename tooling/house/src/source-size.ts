import type { SourceLimit } from "./size-limits.ts";
import type { Size } from "./size.ts";
import type { WorkspacePackage } from "./workspace.ts";

/** Measures each part of a package. Missing packages and sources without a part are problems. */
export function sourceSizes(
  limits: readonly SourceLimit[],
  packages: readonly WorkspacePackage[],
): readonly Size[] {
  return [
    ...limits.map((limit): Size => {
      const owned = sourcesOf(limit.folder, packages).filter(([path]) => isPartOf(limit, path));
      const lines = owned.reduce((sum, [, text]) => sum + text.trimEnd().split("\n").length, 0);
      return {
        subject: limit.part,
        counts: [
          {
            unit: "files",
            reached: owned.length,
            max: limit.maxFiles,
            goal: limit.goalFiles ?? limit.maxFiles,
          },
          {
            unit: "lines",
            reached: lines,
            max: limit.maxLines,
            goal: limit.goalLines ?? limit.maxLines,
          },
        ],
        problems: owned.length === 0 ? [`${limit.folder} has no such sources`] : [],
      };
    }),
    ...[...new Set(limits.map(({ folder }) => folder))].flatMap((folder) =>
      strays(folder, limits, packages),
    ),
  ];
}

function strays(
  folder: string,
  limits: readonly SourceLimit[],
  packages: readonly WorkspacePackage[],
): readonly Size[] {
  const parts = limits.filter((limit) => limit.folder === folder);
  const problems = sourcesOf(folder, packages)
    .filter(([path]) => !parts.some((part) => isPartOf(part, path)))
    .map(([path]) => `${folder}/${path} belongs to no part of size-limits.ts`);
  return problems.length === 0 ? [] : [{ subject: folder, counts: [], problems }];
}

function sourcesOf(
  folder: string,
  packages: readonly WorkspacePackage[],
): readonly (readonly [string, string])[] {
  const found = packages.find((entry) => entry.folder === folder);
  return [...(found?.sources ?? [])].filter(([path]) => path.startsWith("src/"));
}

function isPartOf({ paths }: SourceLimit, path: string): boolean {
  return paths.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each));
}
