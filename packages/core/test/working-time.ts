/** How long this process works on something, in ms; waiting for a busy machine is no part of it. */
export function workingTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
