import type { Principal } from '@sdq/accounts';
import type { Instant } from '@sdq/contract';
import type { Cursors } from '@sdq/platforms';
import { windowOf } from './usage-window.ts';

/** The sort key of a usage record. */
interface Line {
  createdAt: Date;
  requestId: string;
}

interface Query {
  start_date?: Instant | undefined;
  end_date?: Instant | undefined;
  cursor?: string | undefined;
  limit?: number;
}

/** A page of the usage log: records of the window that are older than `after`. */
export interface UsagePage {
  start: Date;
  end: Date;
  after: Line | undefined;
}

/**
 * Pagination of the usage log. A cursor is bound to its key, dates and filters, and contains the window, which would otherwise
 * move with the clock from page to page.
 */
export class UsagePages {
  readonly #cursors: Cursors;

  constructor(cursors: Cursors) {
    this.#cursors = cursors;
  }

  /** Errors: `invalid_cursor`. Throws `RequestInvalid` when the window starts after its end. */
  open(principal: Principal, query: Query): UsagePage {
    const { cursor } = query;
    if (cursor === undefined) return { ...windowOf(query), after: undefined };
    const { place } = this.#cursors.read(cursor, scopeOf(principal, query));
    const [start, end, createdAt, requestId] = place as [number, number, number, string];
    return {
      start: new Date(start),
      end: new Date(end),
      after: { createdAt: new Date(createdAt), requestId },
    };
  }

  /** The cursor of the page after this record. */
  next(principal: Principal, query: Query, { start, end }: UsagePage, last: Line): string {
    const place = [start.getTime(), end.getTime(), last.createdAt.getTime(), last.requestId];
    return this.#cursors.write({ source: 'usage', place, skip: 0 }, scopeOf(principal, query));
  }
}

function scopeOf({ keyId }: Principal, { cursor: _cursor, limit: _limit, ...filter }: Query) {
  return { endpoint: 'usage', keyId, parameters: filter };
}
