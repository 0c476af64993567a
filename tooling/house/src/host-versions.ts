import type { Manifest } from "./workspace.ts";

/** Versions by package name, to install together. */
export type HostVersions = {
  /** `null` if the oldest supported version of a host package is unknown, since it has a release cycle of its own. */
  readonly oldest: Readonly<Record<string, string>> | null;
  readonly newest: Readonly<Record<string, string>>;
};

/**
 * Returns the versions of the host packages of an example.
 *
 * The newest versions are those of the workspace. The oldest are the lower bounds of the peer ranges of the adapter.
 * Packages of one scope with equal versions are released together, so they share a lower bound. A package that the
 * adapter is also tested with in an older version has that one.
 *
 * @param installed returns the version of a dependency in the workspace
 * @param older the older versions that the adapter installs under an alias, by the name of the package
 */
export function hostVersions(
  adapter: Manifest,
  example: Manifest,
  installed: (name: string) => string,
  older: Readonly<Record<string, string>> = {},
): HostVersions {
  const names = Object.entries(example.dependencies ?? {})
    .filter(([, range]) => !range.startsWith("workspace:"))
    .map(([name]) => name);
  const newest = Object.fromEntries(names.map((name) => [name, installed(name)]));
  const beginnings = Object.entries(adapter.peerDependencies ?? {}).map(
    ([name, range]) => [name, beginningOf(range)] as const,
  );
  const oldestOf = (name: string): string | undefined =>
    older[name] ??
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

/** @throws if the range has no lower bound */
function beginningOf(range: string): string {
  const version = /\d+\.\d+\.\d+/.exec(range)?.[0];
  if (version === undefined)
    throw new Error(`the range ${range} has no lower bound: expected a version, for example 1.2.3`);
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
