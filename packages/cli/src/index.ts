export type { Output } from "./command.ts";
export { runCommand } from "./command.ts";
