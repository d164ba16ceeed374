import {
  type List,
  notFound,
  type Page,
  type Place,
  type Position,
  type ReadDefinition,
  type Session as SessionOfEndpoints,
  type SourcePosition,
} from '@sdq/catalog/define';
import { type AnswerSql, type IndexRead, sqlOfAnswer, sqlOfList, sqlOfOne } from './answer-sql.ts';
import { collect } from './paging/collect.ts';
import type { CursorScope, Cursors } from './paging/cursor.ts';
import type { Router } from './router.ts';
import type { ItemQuery, ReadContext } from './source.ts';

/** The source that is the index. */
const embedded = 'embedded';

/** The reads of one request, with its caller, its deadline and its number of calls. */
export class Session implements SessionOfEndpoints {
  readonly #router: Router;
  readonly #cursors: Cursors;
  readonly #scope: CursorScope;
  readonly #context: Omit<ReadContext, 'wanted' | 'onCall' | 'onSnapshot'>;
  #apiCalls = 0;
  #snapshotId: string | null = null;
  readonly #reads: IndexRead[] = [];

  constructor(
    router: Router,
    cursors: Cursors,
    scope: CursorScope,
    context: Omit<ReadContext, 'wanted' | 'onCall' | 'onSnapshot'>,
  ) {
    this.#router = router;
    this.#cursors = cursors;
    this.#scope = scope;
    this.#context = context;
  }

  /** The API key of the caller. */
  get owner(): string {
    return this.#context.owner;
  }

  /** The UTC day, `YYYY-MM-DD`. */
  get day(): string {
    return new Date().toISOString().slice(0, 10);
  }

  /** Upstream calls so far. */
  get apiCalls(): number {
    return this.#apiCalls;
  }

  /** The snapshot of the last page of the index; null when the index was not read. */
  get snapshotId(): string | null {
    return this.#snapshotId;
  }

  /** Reads one item; undefined when it does not exist. */
  async one<Input, Item>(read: ReadDefinition<Input, Item>, input: Input): Promise<Item | undefined> {
    const queries: ItemQuery[] = [];
    const context = this.#contextFor(1, queries);
    const { page, source } = await this.#router.read(read, input, undefined, undefined, context);
    const sql = source === embedded ? sqlOfOne(queries) : undefined;
    this.#reads.push({ isList: false, items: Math.min(1, page.items.length), sql });
    return page.items[0];
  }

  /** Reads one item. Errors: `not_found`, with `what` in its message. */
  async required<Input, Item>(read: ReadDefinition<Input, Item>, input: Input, what: string): Promise<Item> {
    const found = await this.one(read, input);
    if (found === undefined) throw notFound(what);
    return found;
  }

  /** Reads up to `count` records of a list, from a cursor or from its start. */
  async list<Input, Item>(
    read: ReadDefinition<Input, Item>,
    input: Input,
    count: number,
    from?: string | (Position & { source?: string }),
  ): Promise<List<Item>> {
    const start = typeof from === 'string' ? this.#cursors.read(from, this.#scope) : from;
    let sourceId = start?.source;
    const queries: ItemQuery[] = [];
    const collected = await collect<Item>({
      count,
      start: start ?? { place: undefined, skip: 0 },
      identityOf: (item) => read.identityOf?.(item) ?? JSON.stringify(item),
      read: async (place: Place | undefined, wanted: number): Promise<Page<Item>> => {
        const answer = await this.#router.read(
          read,
          input,
          place,
          sourceId,
          this.#contextFor(wanted, queries),
        );
        sourceId = answer.source;
        return answer.page;
      },
    });
    const sql = sourceId === embedded ? sqlOfList(queries, { count, skip: start?.skip ?? 0 }) : undefined;
    this.#reads.push({ isList: true, items: collected.items.length, sql });
    const next = collected.next && { ...collected.next, source: sourceId ?? '' };
    return { ...collected, next };
  }

  /** The query that an answer of so many records equals; null for none, or when an upstream answered. */
  sqlOf(records: number): AnswerSql | null {
    return sqlOfAnswer(this.#reads, records);
  }

  /** The pagination fields of a response. */
  pageFields(list: { items: readonly unknown[]; next: SourcePosition | undefined }) {
    return {
      cursor: list.next === undefined ? null : this.#cursors.write(list.next, this.#scope),
      has_more: list.next !== undefined,
      total_fetched: list.items.length,
      api_calls: this.#apiCalls,
    };
  }

  #contextFor(wanted: number, queries: ItemQuery[]): ReadContext {
    return {
      ...this.#context,
      wanted,
      onQuery: (query) => queries.push(query),
      onCall: () => {
        this.#apiCalls++;
      },
      onSnapshot: (id) => {
        this.#snapshotId = id;
      },
    };
  }
}
