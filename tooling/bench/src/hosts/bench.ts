import { printTable } from "../goals.ts";
import { median } from "../measure.ts";
import { type Floor, FLOORS } from "./floors.ts";
import type { Host } from "./host.ts";
import { HOSTS } from "./hosts.ts";
import type { Said } from "./instant-answers.ts";
import { createStopwatch } from "./stopwatch.ts";

const LENGTHS = [1_000, 10_000];
/** Requests that are not measured: the first one converts every message. */
const WARM_UP = 10;
const RUNS = 25;
/** The number of new messages in a request, and in one for the slope. */
const NEW = 2;
const MANY = 202;

/** Measures the time of each adapter in a request with nothing to compact, without that of the host and the model. */
export async function bench(): Promise<void> {
  const rows: string[][] = [];
  for (const host of HOSTS) for (const length of LENGTHS) rows.push(await measure(host, length));
  for (const floor of FLOORS) for (const length of LENGTHS) rows.push(measureFloor(floor, length));
  printTable(
    `One request with ${NEW} new messages and nothing to compact: ${RUNS} runs`,
    ["", "messages", "least, ms", "median, ms", "per new message, µs"],
    rows,
  );
}

async function measure({ connect, name }: Host, length: number): Promise<string[]> {
  const watch = createStopwatch();
  const send = connect(watch);
  const messages = conversation(0, length);
  const request = async (added: number): Promise<number> => {
    messages.push(...conversation(messages.length, added));
    watch.read();
    await send(messages);
    return watch.read();
  };
  const few: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) few.push(await request(NEW));
  const many: number[] = [];
  for (let run = 0; run < 9; run += 1) many.push(await request(MANY));
  const times = few.slice(WARM_UP);
  const slope = (median(many) - median(times)) / (MANY - NEW);
  return [...cells(name, length, times), (Math.max(0, slope) * 1_000).toFixed(1)];
}

function measureFloor({ name, prepare }: Floor, length: number): string[] {
  const times = Array.from({ length: WARM_UP + RUNS }, () => {
    const work = prepare(conversation(0, length));
    const started = performance.now();
    if (!work()) throw new Error(`${name}: expected equal requests`);
    return performance.now() - started;
  });
  return [...cells(name, length, times.slice(WARM_UP)), "–"];
}

function cells(name: string, length: number, times: readonly number[]): string[] {
  const figures = [Math.min(...times), median(times)].map((ms) => ms.toFixed(2));
  return [name, length.toLocaleString("en"), ...figures];
}

/** Messages of about 330 characters. */
function conversation(start: number, length: number): Said[] {
  const words = "some words on this and that ".repeat(12);
  return Array.from({ length }, (_, index) => ({
    role: (start + index) % 2 === 0 ? "user" : "assistant",
    content: `Statement ${start + index}: ${words}`,
  }));
}
