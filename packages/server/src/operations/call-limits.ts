/** How much callers may ask, beside the queries of a key at once, which the engine bounds. 0 stands for no limit. */
export interface CallLimits {
  /** Data requests of one key. */
  keyPerMinute: number;
  /** SQL requests of one key; they count as data requests too. */
  sqlPerMinute: number;
  /** Requests about an account, with any of its keys. */
  accountPerMinute: number;
  /** Keys that turn out wrong, of one address. */
  failedAuthenticationsPerMinute: number;
  /** Accounts that strangers make, of one address, in an hour. */
  signupsPerHour: number;
  /** Data requests of one key in a UTC day. */
  keyPerDay: number;
  /** SQL requests that run and wait, over all keys; one more is turned away with 503. */
  sqlAtOnce: number;
  /** Requests of all kinds at once; one more is turned away with 503. */
  requestsAtOnce: number;
}

export const callLimitDefaults: CallLimits = {
  keyPerMinute: 600,
  sqlPerMinute: 60,
  accountPerMinute: 120,
  failedAuthenticationsPerMinute: 20,
  signupsPerHour: 10,
  keyPerDay: 0,
  sqlAtOnce: 256,
  requestsAtOnce: 512,
};
