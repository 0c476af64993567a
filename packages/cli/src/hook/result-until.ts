/** Returns the result of the work, or the other value if it is not ready at a time of `performance.now()`. */
export async function resultUntil<Result>(
  endsAt: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  const { promise: late, resolve } = Promise.withResolvers<Result>();
  const timer = setTimeout(resolve, Math.max(0, endsAt - performance.now()), otherwise);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
