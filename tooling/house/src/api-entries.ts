import { join, posix } from "node:path";
import type { WorkspacePackage } from "./workspace.ts";

/** A public entry of a package, with the input of its API report. */
export type ApiEntry = {
  /** The name of the report: `core` for the main entry, `core-schema` for `@cutpoint/core/schema`. */
  readonly name: string;
  /** The folder of the package, from the root. */
  readonly folder: string;
  /** The path of the built declarations, from the root. */
  readonly declarations: string;
};

/** Lists the entries that the manifests of published packages export. */
export function apiEntries(packages: readonly WorkspacePackage[]): readonly ApiEntry[] {
  return packages
    .filter(({ kind }) => kind === "package")
    .flatMap(({ folder, manifest }) =>
      Object.entries(manifest.exports ?? {}).flatMap(([subpath, { types }]) =>
        types === undefined
          ? []
          : {
              name: `${posix.basename(folder)}${subpath.slice(1).replaceAll("/", "-")}`,
              folder,
              declarations: join(folder, types),
            },
      ),
    );
}

/** Returns the file name of the report of an entry. */
export function reportFile({ name }: Pick<ApiEntry, "name">): string {
  return `${name}.api.md`;
}
