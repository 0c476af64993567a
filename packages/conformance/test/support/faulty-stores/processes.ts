import { type FileFault, fileRig } from "../file-store.ts";
import { type FaultyStore, misdeclared } from "./faulty-store.ts";

/** Creates a store in a file, with a fault that only another process can detect. */
function faultyFile(
  foundBy: string,
  fault: FileFault,
  kind: "durable" | "shared" = "durable",
): FaultyStore {
  return { foundBy, fault, rig: fileRig(kind, fault) };
}

export const faultyAcrossProcesses: readonly FaultyStore[] = [
  faultyFile("processes-in-turn", "reads once"),
  misdeclared("processes-in-turn", "volatile"),
  faultyFile("processes-race", "no lock"),
  faultyFile("processes-race", "impatient", "shared"),
  misdeclared("processes-race", "volatile"),
  faultyFile("killed-while-writing", "writes later"),
  faultyFile("killed-while-writing", "writes in halves"),
  misdeclared("killed-while-writing", "volatile"),
];
