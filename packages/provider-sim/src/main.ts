#!/usr/bin/env node
import { runCommand } from "./command-line.ts";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const command = await runCommand(process.argv.slice(2), print);

switch (command.type) {
  case "print":
    process.stdout.write(command.text);
    break;
  case "error":
    process.stderr.write(`${command.message}\nSee cutpoint-provider-sim --help.\n`);
    process.exitCode = 2;
    break;
  default: {
    const { provider } = command;
    print(`listening on ${provider.url}`);
    const end = (): void => void provider[Symbol.asyncDispose]();
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
  }
}
