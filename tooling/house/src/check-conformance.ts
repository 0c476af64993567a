import { basename } from "node:path";
import { packedConformance } from "./packed-conformance.ts";
import { createPackedProjects } from "./packed-projects.ts";
import { adaptersIn, AGES, CURRENT_NODE, installOldestNode } from "./supported-hosts.ts";
import { readWorkspace } from "./workspace.ts";

/**
 * Runs the conformance suite on the packed adapters: with the oldest and the newest supported version of the host, and
 * with the oldest Node.js and that of the repository. Takes minutes.
 *
 * `check-conformance.ts NAME` selects the adapters whose name contains the word.
 */
const [word = ""] = process.argv.slice(2);

const workspace = readWorkspace();
using projects = createPackedProjects(workspace);
const runtimes = [CURRENT_NODE, await installOldestNode(projects)];
for (const adapter of adaptersIn(workspace, word))
  for (const age of AGES) {
    const suite = packedConformance(projects, workspace, adapter, age);
    const title = `${basename(adapter.folder)}, ${age}`;
    if (suite !== null)
      await suite.run({ title, runtimes, folder: await projects.create(title, suite) });
  }
