/** Returns the message that a key moves to, or `null` for other keys. */
export function keyTarget(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowUp: -1,
    k: -1,
    ArrowRight: 1,
    ArrowDown: 1,
    j: 1,
    PageUp: -10,
    PageDown: 10,
    Home: -count,
    End: count,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? null : Math.min(count - 1, Math.max(0, from + step));
}
