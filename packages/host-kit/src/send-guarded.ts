/** A call that can be repeated once with fewer messages. */
type RepeatableCall<Call, Result> = {
  /** @param result that of the attempt; `undefined` if it has thrown */
  retryAfter(failure: unknown, result?: Result): Promise<Call | null>;
};

/** The result of one attempt. `failure` is `null` after an answer with content. */
export type Attempt<Result> = { readonly result: Result; readonly failure: unknown };

/** The call that was made last, and its attempt. */
export type SentCall<Call, Result> = Attempt<Result> & { readonly call: Call };

/** How calls are repeated. */
export type SendOptions<Result> = {
  /** Returns whether a call may be repeated after a failure. Default: always. */
  readonly mayRepeat?: () => boolean;
  /** Releases the result of an attempt that is repeated, for example its stream. Default: nothing. */
  readonly discard?: (result: Result) => Promise<void>;
};

/**
 * Sends a call, and sends it again with fewer messages if it was too large.
 *
 * @param attempt sends one call. If it throws, or returns a `failure`, and the call can be repeated, it is called again.
 * @throws the error of the last attempt
 */
export async function sendGuarded<Call extends RepeatableCall<Call, Result>, Result>(
  opened: Call,
  attempt: (call: Call) => Promise<Attempt<Result>>,
  { discard = async () => undefined, mayRepeat = () => true }: SendOptions<Result> = {},
): Promise<SentCall<Call, Result>> {
  let call = opened;
  for (;;) {
    let sent: Attempt<Result> | null = null;
    let failure: unknown;
    try {
      sent = await attempt(call);
      ({ failure } = sent);
    } catch (error) {
      failure = error;
    }
    const isRepeatable = (sent === null || failure !== null) && mayRepeat();
    const next = isRepeatable ? await call.retryAfter(failure, sent?.result) : null;
    if (next !== null) {
      if (sent !== null) await discard(sent.result);
      call = next;
    } else if (sent === null) throw failure;
    else return { call, ...sent };
  }
}
