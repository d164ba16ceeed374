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

/** A complete HTTP response of an upstream. `body` is undefined when the text is not JSON. */
export interface HttpAnswer {
  status: number;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** The interpretation of a response, independent of the upstream's API. Times are Unix milliseconds. */
export type Outcome =
  | { kind: 'ok' }
  | { kind: 'not_found' }
  /** Rate limit exceeded: the call can be retried at `retryAt`. */
  | { kind: 'rate'; retryAt: number | undefined }
  /** Quota exceeded until `resetAt`. */
  | { kind: 'quota'; resetAt: number | undefined }
  /** The upstream is still processing: the same request must be repeated after a fixed delay. */
  | { kind: 'again'; afterMs: number }
  | { kind: 'auth' | 'forbidden' | 'bad_request' | 'transient' | 'timeout' | 'garbled' };

export type Credentials = Readonly<Record<string, string>>;

/** What a request is built from, in addition to its input. */
export interface Env {
  credentials: Credentials;
  /** The result of the op's look-up call. */
  found: string;
  /** The number of records still needed, including those of this page that were delivered before. */
  wanted: number;
  now: Date;
}

/** A row for the index, extracted from a response. */
export interface Told {
  /** `platform.table` of the catalogue. */
  table: string;
  /** Values by column. Undefined and null mean unknown and overwrite nothing. Times are ISO 8601. */
  values: Readonly<Record<string, unknown>>;
  /** The delay of the upstream's data in milliseconds: the observation time of the row is earlier by this delay. */
  lagMs?: number;
}

/**
 * How one read is performed with one call of an upstream. An op consists of pure functions and schemas, without input
 * or output.
 */
export interface Op<Input, Wire = unknown, Item = unknown> {
  /** Inputs that the upstream cannot serve are passed on to the next source. */
  accepts?(input: Input): boolean;
  /**
   * A preceding call, the first item of which becomes `env.found`. If it returns no item, nothing is known for the
   * input.
   */
  lookUp?(input: Input): { op: Op<string, unknown, string>; input: string };
  request(input: Input, place: Place | undefined, env: Env): HttpSpec;
  /** The schema of the envelope; a response that does not match it is malformed. */
  wire: z.ZodType<Wire>;
  /**
   * The raw items of a page, joined with the data that is sent separately from them. Each is validated individually.
   * Undefined for items that do not belong to the requested list.
   */
  items(wire: Wire, input: Input): readonly unknown[];
  /** Maps an item to the format of responses. An item that does not match is skipped and counted. */
  item: z.ZodType<Item>;
  next?(wire: Wire, place: Place | undefined, env: Env): Place | undefined;
  mayRepeatPlaces?: boolean;
  /** The number of pages without new records after which the list is considered complete; default 2. */
  emptyPagesMax?: number;
  /** Time to live of cached responses in milliseconds; default 0. */
  ttlMs?: number;
  /** The rows for the index that a valid raw item contains. Without it, responses are not stored. */
  tells?(raw: unknown, input: Input): readonly Told[];
  /** The record that has been deleted from the platform permanently when nothing is found for the input. */
  gone?(input: Input): { table: string; key: string };
  /** A limit on the number of distinct keys that may be requested within a time window. */
  distinct?: { name: string; max: number; windowMs: number; keyOf(input: Input): string };
}

/** How an access token is obtained and sent. */
export type Auth =
  | { kind: 'header'; name: string; valueOf(credentials: Credentials): string }
  | { kind: 'query'; name: string; valueOf(credentials: Credentials): string }
  | {
      kind: 'token';
      request(credentials: Credentials): HttpSpec;
      /** Undefined when the response contains no token. */
      read(answer: HttpAnswer): { token: string; secondsValid: number } | undefined;
    };

/** An upstream, defined as data in one file. `@sdq/platforms` does everything else. */
export interface Driver {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** Environment variables that the upstream requires; it is enabled when all of them are set. */
  readonly credentials: readonly string[];
  readonly auth: Auth;
  readonly limits: {
    /** The maximum number of concurrent calls, and of queued calls. */
    readonly callsAtOnce: number;
    readonly callsWaiting: number;
    readonly callsPerSecond?: number;
    /** The daily limit; reset at midnight UTC. */
    readonly callsPerDay?: number;
  };
  /** Whether responses contain unquoted integers beyond 2^53, which must keep all digits. */
  readonly hasLargeNumbers?: boolean;
  /** Classifies a response. If undefined is returned, the HTTP status decides. */
  classify(answer: HttpAnswer, now: number): Outcome | undefined;
  /** The remaining rate limit from the headers of any response; `untilMs` is when it is replenished. */
  rateLeft?(headers: HttpAnswer['headers'], now: number): { left: number; untilMs: number } | undefined;
  readonly ops: DriverOps;
}

/** Ops, made by {@link op}, by the name of the read that each performs. */
// biome-ignore lint/suspicious/noExplicitAny: what is on the wire is between an op's own functions
export type DriverOps = Readonly<Record<string, Op<any, any, any>>>;

/** Extracts rows for the index from raw items, which are validated with a schema again. */
export function tells<Raw, Input>(
  schema: z.ZodType<Raw>,
  rowsOf: (raw: Raw, input: Input) => readonly Told[],
): (raw: unknown, input: Input) => readonly Told[] {
  return (value, input) => {
    const raw = schema.safeParse(value);
    return raw.success ? rowsOf(raw.data, input) : [];
  };
}

/** Associates an op with the name of the read that it performs. */
export function op<Input, Item, Wire>(
  { name }: ReadDefinition<Input, Item>,
  each: Op<Input, Wire, Item | undefined>,
): readonly [string, Op<Input, Wire, Item | undefined>] {
  return [name, each];
}

/** An op that performs no read, such as a preceding call. Infers the type of the response. */
export function opOf<Input, Wire, Item>(each: Op<Input, Wire, Item>): Op<Input, Wire, Item> {
  return each;
}
