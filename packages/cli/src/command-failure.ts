/** An error that ends a command with exit code 1: the arguments are valid, but the command failed. */
type CommandFailure = Error & { readonly exitCode: 1 };

export function commandFailure(message: string): CommandFailure {
  return Object.assign(new Error(message), { exitCode: 1 as const });
}

export function isCommandFailure(error: unknown): error is CommandFailure {
  return error instanceof Error && "exitCode" in error;
}
