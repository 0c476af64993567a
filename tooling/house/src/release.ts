import { runCommand } from "./run-command.ts";
import { readRootManifest } from "./workspace.ts";

/** The address in the manifests until the project has a repository of its own. */
const PLACEHOLDER = "git+https://github.com/cutpoint/cutpoint.git";

/** Builds and checks the packages, and publishes those whose version is not in the registry. */
const STEPS = "pnpm build && pnpm check:api && pnpm check:packages && changeset publish";

if (readRootManifest().repository?.url === PLACEHOLDER) {
  console.error(
    `repository.url is ${PLACEHOLDER}, a placeholder: expected the repository that publishes. Replace it in every package.json.`,
  );
  process.exitCode = 1;
} else {
  const { ok, output } = await runCommand(STEPS);
  console.log(output);
  if (!ok) process.exitCode = 1;
}
