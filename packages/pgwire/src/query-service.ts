import type { KeyLogin } from '@sdq/accounts';
import type { ResultColumn, SqlParameters } from '@sdq/contract';
import type { RecordBatch } from 'apache-arrow';

/** What the listener asks of the service behind it. All methods reject with an AppError that the client is told. */
export interface QueryService {
  /** Platforms whose SQL is available; the first is the default. */
  readonly platforms: readonly string[];
  /** Errors: `service_unavailable` while the service shuts down. */
  refuseWhenDraining(): void;
  /** Undefined for a key that does not exist. */
  findLogin(keyId: string): Promise<KeyLogin | undefined>;
  /**
   * Who is connected: a key that was proved by SCRAM, or its text. Errors: those of a key that may not be used,
   * `insufficient_scope`, `platform_not_permitted`.
   */
  logIn(proof: { keyId: string; key?: string }, platform: string): Promise<Caller>;
  /** Counts a failed login of an address, and returns the error to tell: this one, or `rate_limited`. */
  noteFailure(error: unknown, address: string): unknown;
  /** Converts any error to one that may be told; others are logged. */
  toTold(error: unknown): Told;
}

/** An error as the client is told. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** UTF-16 code units from the start of the statement. */
  readonly offset: number | undefined;
  readonly requestId: string | undefined;
  /** Where its code is documented. */
  readonly documentation: string;
}

/** The owner of a session. */
export interface Caller {
  /** Reads a statement without running it, free of charge. Errors: what is wrong with it. */
  describe(asked: Pick<Asked, 'text' | 'parameters' | 'signal'>): Promise<readonly ResultColumn[]>;
  /** Runs a statement as a request of its own: limits, reservation, ledger, receipt. */
  run(asked: Asked): Promise<RunningQuery>;
  /** The type of a column that all tables of the platform agree on, as DuckDB writes it. */
  typeOfColumn(name: string): string | undefined;
}

export interface Asked {
  readonly text: string;
  readonly parameters: SqlParameters;
  /** Maximum number of rows; a result with more is an error. */
  readonly rowsMax: number;
  readonly timeoutMs: number;
  /** As `"$0.0100"` or `0.01`; null for no limit. */
  readonly maxCost: string | null;
  /** The snapshot of an earlier statement of the transaction; null for the newest. */
  readonly snapshotId: string | null;
  readonly signal: AbortSignal;
}

/** A statement that runs. Exactly one of `finish` and `leave` must be called. */
export interface RunningQuery {
  readonly requestId: string;
  readonly columns: readonly ResultColumn[];
  readonly snapshotId: string;
  /**
   * The next rows, at most so many; Infinity for all. Rows that are read in parts are written to a file first, so that
   * a pause holds up nothing.
   */
  read(rowsMax: number): AsyncIterable<RecordBatch>;
  /** Counts rows that were sent: those are charged. */
  noteSent(rows: number): void;
  /** Whether rows are left that were not read. */
  readonly hasMore: boolean;
  /** Charges the rows that were sent; durable when it resolves. Errors: `result_too_large` when the limit cut the result. */
  finish(): Promise<Receipt>;
  /**
   * Charges the rows that were sent when the client left or its statement failed, and nothing after a failure of the
   * service. Never rejects.
   */
  leave(error: unknown): Promise<void>;
}

export interface Receipt {
  /** As `$0.0123`. */
  readonly cost: string;
  readonly isFree: boolean;
  readonly rows: number;
  /** The request that paid for the same rows before; null for none. */
  readonly repeatOf: string | null;
}
