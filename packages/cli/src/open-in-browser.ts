import { spawn } from "node:child_process";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address with the command in `BROWSER`, or with that of the system. Does nothing if there is none. */
export function openInBrowser(url: string): void {
  const own = process.env["BROWSER"];
  const [command = "", ...values] =
    own === undefined || own === "" ? (OPENERS[process.platform] ?? ["xdg-open"]) : [own];
  const opener = spawn(command, [...values, url], { detached: true, stdio: "ignore" });
  // The address is printed as well.
  opener.on("error", () => undefined);
  opener.unref();
}
