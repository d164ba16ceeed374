import type { Page, Place, Read, ReadContext, ReadName, Reads, Source } from '../reads.ts';
import { AnswerCache } from './answer-cache.ts';
import { Dispatcher, type DispatcherOptions, distinctOf } from './dispatcher.ts';
import type { Driver, Env, Op } from './driver.ts';
import { CallFailed, toAppError } from './outcome.ts';

export interface UpstreamOptions extends DispatcherOptions {
  /** Called with the items of each page that was fetched, and when they were. */
  onItems?: <Name extends ReadName>(
    name: Name,
    items: readonly Reads[Name]['item'][],
    observedAt: Date,
  ) => void;
  /** Called for items that the driver's schema does not fit. */
  onInvalid?: (report: { driver: string; op: string; path: string }) => void;
}

/** A source that has connections to close. */
export interface UpstreamSource extends Source {
  readonly reads: readonly ReadName[];
  close(): Promise<void>;
}

const cacheEntriesMax = 2_000;
const notFoundTtlMs = 60_000;

/** A driver as a source. */
export function upstreamSource(driver: Driver, options: UpstreamOptions): UpstreamSource {
  const engine = new Upstream(driver, options);
  return {
    id: driver.id,
    reads: Object.keys(driver.ops) as ReadName[],
    find<Name extends ReadName>(name: Name, input: Reads[Name]['input']): Read<Name> | undefined {
      const op = driver.ops[name] as Op<Reads[Name]['input'], unknown, Reads[Name]['item']> | undefined;
      if (op === undefined || op.accepts?.(input) === false) return undefined;
      return async (given, place, context) => {
        const page = await engine.read(name, op, given, place, context);
        const { mayRepeatPlaces = false, emptyPagesMax } = op;
        return { ...page, mayRepeatPlaces, ...(emptyPagesMax !== undefined && { emptyPagesMax }) };
      };
    },
    close: () => engine.close(),
  };
}

class Upstream {
  readonly #driver: Driver;
  readonly #options: UpstreamOptions;
  readonly #dispatcher: Dispatcher;
  readonly #cache: AnswerCache<Page<unknown>>;
  readonly #now: () => number;

  constructor(driver: Driver, options: UpstreamOptions) {
    this.#driver = driver;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#dispatcher = new Dispatcher(driver, options);
    this.#cache = new AnswerCache(cacheEntriesMax, this.#now);
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
  }

  async read<Input, Item>(
    name: string,
    op: Op<Input, unknown, Item>,
    input: Input,
    place: Place | undefined,
    context: ReadContext,
  ): Promise<Page<Item>> {
    const lookUp = op.lookUp?.(input);
    let found = '';
    if (lookUp !== undefined) {
      const [first] = (await this.#page(`${name}/look-up`, lookUp.op, lookUp.input, undefined, '', context))
        .items;
      if (first === undefined) return { items: [], next: undefined, isNextSure: true };
      found = first;
    }
    return await this.#page(name, op, input, place, found, context);
  }

  async #page<Input, Item>(
    name: string,
    op: Op<Input, unknown, Item>,
    input: Input,
    place: Place | undefined,
    found: string,
    context: ReadContext,
  ): Promise<Page<Item>> {
    const { credentials } = this.#options;
    const env: Env = { credentials, found, wanted: context.wanted, now: new Date(this.#now()) };
    const spec = op.request(input, place, env);
    const fetch = async (): Promise<Page<Item>> => {
      const distinct = distinctOf(op as Op<Input>, input, this.#dispatcher.admission);
      const answer = await this.#dispatcher
        .send({
          opName: name,
          spec,
          fits: (body) => op.wire.safeParse(body).success,
          deadline: context.deadline,
          onCall: context.onCall,
          ...(distinct && { distinct }),
        })
        .catch((error: unknown) => {
          throw error instanceof CallFailed ? toAppError(error.outcome, error, this.#now()) : error;
        });
      return answer === undefined
        ? { items: [], next: undefined, isNextSure: true }
        : this.#toPage(name, op, input, place, env, answer.body);
    };
    const key = JSON.stringify([name, spec, input]);
    const ttlOf = (page: Page<unknown>) =>
      page.items.length === 0 ? Math.min(notFoundTtlMs, op.ttlMs ?? 0) : (op.ttlMs ?? 0);
    return (await this.#cache.get(key, ttlOf, fetch)) as Page<Item>;
  }

  #toPage<Input, Item>(
    name: string,
    op: Op<Input, unknown, Item>,
    input: Input,
    place: Place | undefined,
    env: Env,
    body: unknown,
  ): Page<Item> {
    const wire = op.wire.safeParse(body);
    if (!wire.success) throw toAppError({ kind: 'garbled' }, wire.error, this.#now());
    const items = op.items(wire.data, input).map((raw) => {
      if (raw === undefined) return undefined;
      const item = op.item.safeParse(raw);
      if (item.success) return item.data;
      const path = item.error.issues[0]?.path.join('.') ?? '';
      this.#options.onInvalid?.({ driver: this.#driver.id, op: name, path });
      return undefined;
    });
    const good = items.filter((item) => item !== undefined);
    if (good.length > 0) this.#options.onItems?.(name as ReadName, good as never, new Date(this.#now()));
    return { items, next: op.next?.(wire.data, place, env), isNextSure: false };
  }
}
