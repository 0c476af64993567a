import type { Message } from "@cutpoint/core";
import { exchange, run } from "../../../core/test/digest/conversation.ts";

/** What states a value, what replaces it, and both values. */
export type ReplacedValue = {
  /** How a summary of a model notes the old value. */
  readonly note: string;
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  readonly old: string;
  readonly now: string;
};

type Row = readonly [before: string, after: string, old: string, now: string];

const STATED: readonly Row[] = [
  ["The staging port is 8081.", "The staging port is now 9143.", "8081", "9143"],
  ["Our budget is 4200 euros.", "The budget has changed to 3750 euros.", "4200", "3750"],
  ["deadline: 14 May", "deadline: 21 June", "14 May", "21 June"],
  ["The contact is Lindqvist.", "Correction: the contact is Horak.", "Lindqvist", "Horak"],
  ["MAX_RETRIES=5", "MAX_RETRIES=12", "MAX_RETRIES=5", "MAX_RETRIES=12"],
  [
    "Call the flag enableFastPath.",
    "Rename enableFastPath to useQuickRoute.",
    "enableFastPath",
    "useQuickRoute",
  ],
  ["Meeting room: B204.", "The meeting room is C310 instead of B204.", "B204", "C310"],
  ["We ship to Rotterdam.", "We ship to Antwerp, not to Rotterdam.", "Rotterdam", "Antwerp"],
  ["The sample rate is 44100 Hz.", "Make the sample rate 48000 Hz.", "44100", "48000"],
  [
    "Use the bucket media-old-7.",
    "Use the bucket media-eu-3 from here.",
    "media-old-7",
    "media-eu-3",
  ],
  ["The invoice number is 55821.", "Sorry, the invoice number is 55912.", "55821", "55912"],
  ["Flight LH1420 leaves at 07:35.", "Flight LH1420 leaves at 09:50 now.", "07:35", "09:50"],
  ["Our server runs Debian 11.", "We moved the server to Debian 12.", "Debian 11", "Debian 12"],
  ["Der Port ist 5050.", "Der Port ist jetzt 6161.", "5050", "6161"],
  ["Das Budget liegt bei 880 Euro.", "Das Budget liegt nun bei 940 Euro.", "880", "940"],
  ["Le port est 7001.", "Le port est maintenant 7333.", "7001", "7333"],
  ["La réunion est le 3 mars.", "La réunion passe au 17 avril.", "3 mars", "17 avril"],
  ["El puerto es 4410.", "El puerto ahora es 4522.", "4410", "4522"],
  ["La entrega es en Sevilla.", "La entrega cambia a Bilbao.", "Sevilla", "Bilbao"],
  ["端口是 6601。", "端口现在是 6702。", "6601", "6702"],
  ["ポートは 3901 です。", "ポートは 3950 に変わりました。", "3901", "3950"],
  ["Порт 2811.", "Теперь порт 2977.", "2811", "2977"],
];

const ANSWERED: readonly Row[] = [
  ["The build id is 77120.", "The build id is 77985.", "77120", "77985"],
  ["The queue has 318 jobs.", "The queue has 209 jobs.", "318", "209"],
  ["Latency is at 840 ms.", "Latency is down to 310 ms.", "840", "310"],
  ["The image tag is v2.4.1.", "The image tag is v2.5.0.", "v2.4.1", "v2.5.0"],
  ["Coverage is 71.3 %.", "Coverage is 78.9 %.", "71.3", "78.9"],
];

/** Edits twice: the value before both, after the first, and after the second. */
const EDITED: readonly (readonly [path: string, first: string, old: string, now: string])[] = [
  ["config.json", '"timeout": 30', '"timeout": 45', '"timeout": 90'],
  ["src/limits.ts", "const limit = 10;", "const limit = 250;", "const limit = 775;"],
  ["app.yaml", "replicas: 1", "replicas: 3", "replicas: 8"],
  [".env", "POOL=4", "POOL=16", "POOL=24"],
  ["Cargo.toml", 'version = "0.1.0"', 'version = "0.2.0"', 'version = "0.3.0"'],
  ["main.tf", 'region = "eu-west-1"', 'region = "eu-west-2"', 'region = "eu-north-1"'],
  ["nginx.conf", "worker_processes 2;", "worker_processes 4;", "worker_processes 12;"],
  ["src/page.css", "width: 320px;", "width: 480px;", "width: 640px;"],
  ["Makefile", "JOBS := 2", "JOBS := 6", "JOBS := 10"],
  ["src/key.py", 'KEY_NAME = "alpha"', 'KEY_NAME = "bravo"', 'KEY_NAME = "delta"'],
  ["pom.xml", "<java>17</java>", "<java>21</java>", "<java>25</java>"],
];

const RAN: readonly Row[] = [
  ["npm test", "Tests: 41 passed, 3 failed", "Tests: 44 passed", ""],
  ["du -sh dist", "812K dist", "655K dist", ""],
  ["git rev-parse HEAD", "4be19af20c", "d07c3351ee", ""],
  ["wc -l src/main.ts", "1204 src/main.ts", "987 src/main.ts", ""],
  ["node --version", "v20.11.1", "v24.9.0", ""],
  ["kubectl get pods -o name", "pod/api-7d9f", "pod/api-88c1", ""],
  ["date +%F", "2026-03-01", "2026-03-04", ""],
  ["cat VERSION", "3.1.7", "3.2.0", ""],
  ["psql -c 'select count(*) from users'", "5120", "5377", ""],
  ["terraform output ip", "10.0.4.17", "10.0.9.33", ""],
  ["wc -c build/app.js", "48213 build/app.js", "39950 build/app.js", ""],
];

/** A file that is read again after someone changed it. */
const READ: readonly Row[] = [
  ["settings.ini", "listen_port = 8811", "listen_port = 8926", ""],
  ["deploy.yaml", "image: shop:1.14.2", "image: shop:1.15.0", ""],
  ["src/rates.ts", "export const vat = 0.19;", "export const vat = 0.21;", ""],
  ["notes.md", "The owner of the rollout is Brandt.", "The owner of the rollout is Okafor.", ""],
  ["package.json", '"node": ">=20.9"', '"node": ">=22.4"', ""],
  ["data/prices.csv", "chair,149.00", "chair,169.00", ""],
  ["schema.sql", "code varchar(32) not null", "code varchar(48) not null", ""],
  ["hosts.txt", "10.1.7.20 db-main", "10.1.9.44 db-main", ""],
  ["docker-compose.yml", "ports: 7070:80", "ports: 7575:80", ""],
  ["limits.toml", "burst = 120", "burst = 360", ""],
  ["src/flags.py", "ROLLOUT_SHARE = 0.15", "ROLLOUT_SHARE = 0.40", ""],
];

const edit = (path: string, old_string: string, new_string: string): readonly Message[] =>
  exchange(`Set it in ${path}.`, "Set.", run("edit", { path, old_string, new_string }, "Edited."));
const command = (text: string, output: string): readonly Message[] =>
  exchange(`Run ${text}.`, "Ran it.", run("bash", { command: text }, output));
/** The line among others that stay. */
const read = (path: string, line: string): readonly Message[] => {
  const content = [`# ${path}`, "first = unchanged", line, "last = unchanged"].join("\n");
  return exchange(`What does ${path} contain?`, "See above.", run("read", { path }, content));
};

/** Values of users, answers, edits, commands and files, with their replacements. */
export const REPLACED_VALUES: readonly ReplacedValue[] = [
  ...STATED.map(([before, after, old, now]) => ({
    note: before,
    before: exchange(before, "Noted."),
    after: exchange(after, "Noted."),
    old,
    now,
  })),
  ...ANSWERED.map(([before, after, old, now]) => ({
    note: before,
    before: exchange("What is it now?", before),
    after: exchange("What is it now?", after),
    old,
    now,
  })),
  ...EDITED.map(([path, first, old, now]) => ({
    note: `${path}: ${old}`,
    before: edit(path, first, old),
    after: edit(path, old, now),
    old,
    now,
  })),
  ...RAN.map(([text, old, now]) => ({
    note: `${text} → ${old}`,
    before: command(text, old),
    after: command(text, now),
    old,
    now,
  })),
  ...READ.map(([path, old, now]) => ({
    note: `${path}: ${old}`,
    before: read(path, old),
    after: read(path, now),
    old,
    now,
  })),
];
