import type { z } from 'zod';
import type { Place } from './page.ts';
import type { ReadDefinition } from './read.ts';

/** A request to an upstream, without its credentials. */
export interface HttpSpec {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
}

/** An answer that arrived whole. `body` is undefined when the text is not JSON. */
export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** What an answer means, whatever dialect it came in. Times are Unix milliseconds. */
export type Outcome =
  | { kind: 'ok' }
  | { kind: 'not_found' }
  /** Too fast: again at that time, not sooner. */
  | { kind: 'rate'; retryAt: number | undefined }
  /** Used up until then. */
  | { kind: 'quota'; resetAt: number | undefined }
  /** The same request again after a fixed while: the upstream is still at work on it. */
  | { kind: 'again'; afterMs: number }
  | { kind: 'auth' | 'forbidden' | 'bad_request' | 'transient' | 'timeout' | 'garbled' };

export type Credentials = Readonly<Record<string, string>>;

/** What a request is made with beside its input. */
export interface Env {
  credentials: Credentials;
  /** What the op's look-up found. */
  found: string;
  /** Records that can still be used, the ones of this page that were delivered before included. */
  wanted: number;
  now: Date;
}

/** A row of the index that an answer tells of. */
export interface Told {
  /** `platform.table` of the catalogue. */
  table: string;
  /** By column; undefined and null are unknown and overwrite nothing. Times are ISO 8601. */
  values: Readonly<Record<string, unknown>>;
  /** Milliseconds by which the upstream is behind what it tells: the row is filed as observed so much earlier. */
  lagMs?: number;
}

/** How one read is done with one call of an upstream: pure functions and schemas, no input or output. */
export interface Op<Input, Wire = unknown, Item = unknown> {
  /** Inputs that the upstream cannot serve are left to the next source. */
  accepts?(input: Input): boolean;
  /** A call before, whose first item is `env.found`; without one nothing is known under the input. */
  lookUp?(input: Input): { op: Op<string, unknown, string>; input: string };
  request(input: Input, place: Place | undefined, env: Env): HttpSpec;
  /** The envelope; when it does not fit, the answer is garbled. */
  wire: z.ZodType<Wire>;
  /**
   * The raw items of a page, put together with what stands beside them; each is validated on its own. Undefined for
   * those that do not belong to what was asked for.
   */
  items(wire: Wire, input: Input): readonly unknown[];
  /** Maps an item to the service's form; one that does not fit is left out and counted. */
  item: z.ZodType<Item>;
  next?(wire: Wire, place: Place | undefined, env: Env): Place | undefined;
  mayRepeatPlaces?: boolean;
  /** Pages without new records after which the list is taken for ended; default 2. */
  emptyPagesMax?: number;
  /** Milliseconds an answer is used again; default 0. */
  ttlMs?: number;
  /** What a raw item that fits tells the index; without it nothing is kept of the answers. */
  tells?(raw: unknown, input: Input): readonly Told[];
  /** The record that is gone from the platform for good when nothing is found under the input. */
  gone?(input: Input): { table: string; key: string };
  /** Different keys that may be asked for in a window of time. */
  distinct?: { name: string; max: number; windowMs: number; keyOf(input: Input): string };
}

/** Where a token comes from, and how it is sent. */
export type Auth =
  | { kind: 'header'; name: string; valueOf(credentials: Credentials): string }
  | { kind: 'query'; name: string; valueOf(credentials: Credentials): string }
  | {
      kind: 'token';
      request(credentials: Credentials): HttpSpec;
      /** Undefined when the answer is no token. */
      read(answer: HttpAnswer): { token: string; secondsValid: number } | undefined;
    };

/** An upstream as data: one file. `@sdq/platforms` does everything else. */
export interface Driver {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** Environment variables it needs; it is on when all of them are set. */
  readonly credentials: readonly string[];
  readonly auth: Auth;
  readonly limits: {
    /** Calls at once, and calls that may wait for one of those places. */
    readonly callsAtOnce: number;
    readonly callsWaiting: number;
    readonly callsPerSecond?: number;
    /** Reset at midnight UTC. */
    readonly callsPerDay?: number;
  };
  /** Whether numbers beyond 2^53 come unquoted and must keep their digits. */
  readonly hasLargeNumbers?: boolean;
  /** Undefined leaves the answer to what its status says. */
  classify(answer: HttpAnswer, now: number): Outcome | undefined;
  /** How much of the rate is left, from the headers of any answer; `untilMs` is when there is more of it. */
  rateLeft?(headers: HttpAnswer['headers'], now: number): { left: number; untilMs: number } | undefined;
  readonly ops: DriverOps;
}

/** By the name of the read that each answers: what {@link op} makes. */
// biome-ignore lint/suspicious/noExplicitAny: what is on the wire is between an op's own functions
export type DriverOps = Readonly<Record<string, Op<any, any, any>>>;

/** Rows out of raw items, which are read with a schema once more. */
export function tells<Raw, Input>(
  schema: z.ZodType<Raw>,
  rowsOf: (raw: Raw, input: Input) => readonly Told[],
): (raw: unknown, input: Input) => readonly Told[] {
  return (value, input) => {
    const raw = schema.safeParse(value);
    return raw.success ? rowsOf(raw.data, input) : [];
  };
}

/** How an upstream answers a read: its name, and the op. */
export function op<Input, Item, Wire>(
  { name }: ReadDefinition<Input, Item>,
  each: Op<Input, Wire, Item | undefined>,
): readonly [string, Op<Input, Wire, Item | undefined>] {
  return [name, each];
}

/** An op that answers no read: a call before. Keeps the type of what is on the wire between its functions. */
export function opOf<Input, Wire, Item>(each: Op<Input, Wire, Item>): Op<Input, Wire, Item> {
  return each;
}
