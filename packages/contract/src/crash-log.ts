/** A query that ended the process in which it ran alone. Queries are digests, never texts. */
export interface CrashEntry {
  /** Unique: an entry that is read twice counts once. */
  readonly id: string;
  /** Whose query it was; null for a query without an account. */
  readonly account: string | null;
  /** Digest of account, text, parameters and snapshot. */
  readonly query: string;
  /** Digest of account and text, literals left out. */
  readonly shape: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Where engines of several processes, and those after a restart, find each other's crashes. */
export interface CrashLog {
  /** Adds an entry; entries older than an hour may be deleted. */
  add(entry: CrashEntry): Promise<void>;
  /** The newest `limit` entries that are not older than `at` (milliseconds since 1970), in any order. */
  since(at: number, limit: number): Promise<readonly CrashEntry[]>;
}

export const crashLimits = {
  /** Milliseconds for which a crash counts. */
  rememberedMs: 3_600_000,
  /** Crashes after which everything of the account runs apart from others. */
  apartAfter: 3,
  /** Crashes after which the SQL of the account is refused. */
  budget: 20,
  /** Entries of one account that a log retains. */
  loggedPerAccountMax: 100,
} as const;
