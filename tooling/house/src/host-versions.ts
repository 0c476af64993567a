import type { Manifest } from "./workspace.ts";

/** Versions by package name, to be installed together. */
export type HostVersions = {
  /** `null` where the example needs a package of the host's that is released apart: how old that may be is not known. */
  readonly oldest: Readonly<Record<string, string>> | null;
  readonly newest: Readonly<Record<string, string>>;
};

/**
 * What of a host's packages to install for an example: the newest versions are those of the workspace; the oldest are where
 * the ranges of the adapter's peer dependencies begin. Packages of one scope that have the same version are released
 * together, so that they are as old as each other.
 *
 * @param installed the version of a dependency in the workspace
 */
export function hostVersions(
  adapter: Manifest,
  example: Manifest,
  installed: (name: string) => string,
): HostVersions {
  const names = Object.entries(example.dependencies ?? {})
    .filter(([, range]) => !range.startsWith("workspace:"))
    .map(([name]) => name);
  const newest = Object.fromEntries(names.map((name) => [name, installed(name)]));
  const beginnings = Object.entries(adapter.peerDependencies ?? {}).map(
    ([name, range]) => [name, beginningOf(range)] as const,
  );
  const oldestOf = (name: string): string | undefined =>
    beginnings.find(([peer]) => peer === name || areReleasedTogether(peer, name, newest))?.[1];
  const isApart = (name: string): boolean =>
    oldestOf(name) === undefined &&
    beginnings.some(([peer]) => scopeOf(peer) !== undefined && scopeOf(peer) === scopeOf(name));
  const oldest = names.map((name) => [name, oldestOf(name) ?? newest[name] ?? ""] as const);
  return { oldest: names.some(isApart) ? null : Object.fromEntries(oldest), newest };
}

function scopeOf(name: string): string | undefined {
  return /^@[^/]+\//.exec(name)?.[0];
}

/** @throws for a range that names no version to begin at */
function beginningOf(range: string): string {
  const version = /\d+\.\d+\.\d+/.exec(range)?.[0];
  if (version === undefined)
    throw new Error(`the range ${range} names no version, such as 1.2.3, to begin at`);
  return version;
}

function areReleasedTogether(
  left: string,
  right: string,
  versions: Readonly<Record<string, string>>,
): boolean {
  return (
    scopeOf(left) !== undefined &&
    scopeOf(left) === scopeOf(right) &&
    versions[left] === versions[right]
  );
}
