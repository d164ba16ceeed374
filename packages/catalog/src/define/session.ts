import { AppError } from '@sdq/contract';
import type { Place } from './page.ts';
import type { ReadDefinition } from './read.ts';

/** A place in a list: a page of its source, and how many records of that page came before. */
export interface Position {
  place: Place | undefined;
  skip: number;
}

/** A position in the list of a source. */
export interface SourcePosition extends Position {
  source: string;
}

/** A list as one request gets it. */
export interface List<Item> {
  items: Item[];
  /** Where the list goes on; undefined at its end. */
  next: SourcePosition | undefined;
  /** Where reading stopped, also at the end. */
  end: Position;
}

/** What one request reads: it counts calls, and knows whose turn and how much time it is. */
export interface Session {
  /** The key on whose behalf it is read. */
  readonly owner: string;
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Physical calls so far. */
  readonly apiCalls: number;
  /** One thing; undefined when nothing is known under that name. */
  one<Input, Item>(read: ReadDefinition<Input, Item>, input: Input): Promise<Item | undefined>;
  /** The same. Errors: `not_found`, with `what` in its message. */
  required<Input, Item>(read: ReadDefinition<Input, Item>, input: Input, what: string): Promise<Item>;
  /** Up to `count` records of a list, from a cursor on or from its beginning. Errors: `invalid_cursor`. */
  list<Input, Item>(
    read: ReadDefinition<Input, Item>,
    input: Input,
    count: number,
    from?: string | (Position & { source?: string }),
  ): Promise<List<Item>>;
  /** What an answer says about the next page. */
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
