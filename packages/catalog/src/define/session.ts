import { AppError } from '@sdq/contract';
import type { Place } from './page.ts';
import type { ReadDefinition } from './read.ts';

/** A position in a list: a page of its source, and the number of records of that page that precede it. */
export interface Position {
  place: Place | undefined;
  skip: number;
}

/** A position in the list of a source. */
export interface SourcePosition extends Position {
  source: string;
}

/** The part of a list that one request returns. */
export interface List<Item> {
  items: Item[];
  /** The position at which the list continues; undefined at its end. */
  next: SourcePosition | undefined;
  /** The position at which reading stopped, also at the end of the list. */
  end: Position;
}

/** The reads of one request. A session counts upstream calls, and provides the owner for the fair queue and the current day. */
export interface Session {
  /** The API key for which the session reads. */
  readonly owner: string;
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Upstream calls so far. */
  readonly apiCalls: number;
  /** Reads one record; undefined if none is known by that name. */
  one<Input, Item>(read: ReadDefinition<Input, Item>, input: Input): Promise<Item | undefined>;
  /** Reads one record. Errors: `not_found`, with `what` in its message. */
  required<Input, Item>(read: ReadDefinition<Input, Item>, input: Input, what: string): Promise<Item>;
  /** Reads up to `count` records of a list, from a cursor or from its beginning. Errors: `invalid_cursor`. */
  list<Input, Item>(
    read: ReadDefinition<Input, Item>,
    input: Input,
    count: number,
    from?: string | (Position & { source?: string }),
  ): Promise<List<Item>>;
  /** The fields of a response that describe the next page. */
  pageFields(list: Pick<List<unknown>, 'next'> & { items: readonly unknown[] }): {
    cursor: string | null;
    has_more: boolean;
    total_fetched: number;
    api_calls: number;
  };
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} is not known`);
}
