import changelog from "@changesets/cli/changelog";

/** The changelog of Changesets, with one line "Updated dependencies" instead of one for each changeset. */
export const { getReleaseLine } = changelog;

/** @type {typeof changelog.getDependencyReleaseLine} */
export const getDependencyReleaseLine = async ([newest], dependencies, options) =>
  changelog.getDependencyReleaseLine(
    newest === undefined ? [] : [{ ...newest, commit: undefined }],
    dependencies,
    options,
  );
