/** Limits on calls; the engine has the concurrency limits of a key. 0 means no limit. */
export interface CallLimits {
  /** Data requests per key. */
  keyPerMinute: number;
  /** SQL requests per key; they count as data requests too. */
  sqlPerMinute: number;
  /** Checks of SQL per key, which count as nothing else. */
  checksPerMinute: number;
  /** Requests by signed links to results, per key whose results they are. */
  linksPerMinute: number;
  /** Account requests per account, with any of its keys. */
  accountPerMinute: number;
  /** Failed authentications per client address. */
  failedAuthenticationsPerMinute: number;
  /** Shares that are opened per client address. */
  sharesPerMinute: number;
  /** Sign-ups per client address and hour. */
  signupsPerHour: number;
  /** Data requests per key and UTC day. */
  keyPerDay: number;
  /** Running and queued SQL requests over all keys; further ones are refused with 503. */
  sqlAtOnce: number;
  /** Concurrent requests of all kinds; further ones are refused with 503. */
  requestsAtOnce: number;
}

export const callLimitDefaults: CallLimits = {
  keyPerMinute: 600,
  sqlPerMinute: 60,
  checksPerMinute: 300,
  linksPerMinute: 600,
  accountPerMinute: 120,
  failedAuthenticationsPerMinute: 20,
  sharesPerMinute: 120,
  signupsPerHour: 10,
  keyPerDay: 0,
  sqlAtOnce: 256,
  requestsAtOnce: 512,
};
