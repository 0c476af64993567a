#!/usr/bin/env node
import { runCommand } from "./command.ts";

// A reader such as `head` closes the pipe before the last line.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});

// A case that did not end in time can leave connections that keep the process running.
process.stdout.write("", () => process.exit(exitCode));
