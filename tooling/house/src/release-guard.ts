/** The address in the manifests until the project has a repository of its own. */
const PLACEHOLDER = "git+https://github.com/cutpoint/cutpoint.git";

/** The state of a checkout from which packages are to be published. */
export type ReleaseFacts = {
  /** `repository.url` of the root manifest. */
  readonly repositoryUrl: string | undefined;
  /** Names of the files in `.changeset` that `changeset version` has not used yet. */
  readonly pendingChangesets: readonly string[];
  /** Versions of the published packages by name. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** The output of `git status --porcelain`. `null` if there is no git repository. */
  readonly gitStatus: string | null;
  readonly isCi: boolean;
};

/** Returns the reasons not to publish, one sentence each. */
export function releaseProblems(facts: ReleaseFacts): readonly string[] {
  const { gitStatus, isCi, pendingChangesets, repositoryUrl, versions } = facts;
  const unversioned = Object.entries(versions)
    .filter(([, version]) => version === undefined || version === "0.0.0")
    .map(([name]) => name);
  return [
    ...(repositoryUrl === PLACEHOLDER
      ? [
          `repository.url is ${PLACEHOLDER}, a placeholder: expected the repository that publishes. Replace it in every package.json.`,
        ]
      : []),
    ...(pendingChangesets.length > 0
      ? [
          `changesets are pending (${pendingChangesets.join(", ")}): run \`npx --yes pnpm@12 changeset version\` and commit.`,
        ]
      : []),
    ...(unversioned.length > 0
      ? [`the version is 0.0.0 (${unversioned.join(", ")}): expected a version to publish.`]
      : []),
    ...(gitStatus === null ? ["this is not a git repository: expected a clone."] : []),
    ...(gitStatus !== null && gitStatus !== ""
      ? [`the tree has changes: expected a clean one.\n${gitStatus.trimEnd()}`]
      : []),
    ...(isCi ? [] : ["CI is not true: releases are published by the workflow `release`."]),
  ];
}
