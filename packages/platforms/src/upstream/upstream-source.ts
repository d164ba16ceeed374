import type { Driver, Env, Op, Page, Place, ReadDefinition, Told } from '@sdq/catalog/define';
import type { DriverFigures } from '../driver-figures.ts';
import type { Read, ReadContext, Source } from '../source.ts';
import { type Observation, removalOf } from '../write-through/observation.ts';
import { AnswerCache } from './answer-cache.ts';
import { Dispatcher, type DispatcherOptions, distinctOf } from './dispatcher.ts';
import { ItemCounts } from './figures.ts';
import { CallFailed, toAppError } from './outcome.ts';

export interface UpstreamOptions extends DispatcherOptions {
  /** Receives the observations of each response: rows for the index, and removed records. */
  keep?: (observations: readonly Observation[]) => void;
  /** Called for items that do not match the schema of the driver. */
  onInvalid?: (report: { driver: string; op: string; path: string }) => void;
  /** Called when more than 20 of the last 100 items of an operation were invalid: the upstream has changed its format. */
  onAlarm?: (report: { driver: string; op: string; share: number }) => void;
}

/** A source that has connections to close. */
export interface UpstreamSource extends Source {
  /** Names of the supported reads. */
  readonly reads: readonly string[];
  figures(): DriverFigures;
  close(): Promise<void>;
}

const cacheEntriesMax = 2_000;
const notFoundTtlMs = 60_000;

/** A driver as a source. */
export function upstreamSource(driver: Driver, options: UpstreamOptions): UpstreamSource {
  const engine = new Upstream(driver, options);
  return {
    id: driver.id,
    reads: Object.keys(driver.ops),
    find<Input, Item>({ name }: ReadDefinition<Input, Item>, input: Input): Read<Input, Item> | undefined {
      const op = driver.ops[name] as Op<Input, unknown, Item> | undefined;
      if (op === undefined || op.accepts?.(input) === false) return undefined;
      return async (given, place, context) => {
        const page = await engine.read(name, op, given, place, context);
        const { mayRepeatPlaces = false, emptyPagesMax } = op;
        return { ...page, mayRepeatPlaces, ...(emptyPagesMax !== undefined && { emptyPagesMax }) };
      };
    },
    figures: () => engine.figures,
    close: () => engine.close(),
  };
}

class Upstream {
  readonly #driver: Driver;
  readonly #options: UpstreamOptions;
  readonly #dispatcher: Dispatcher;
  readonly #cache: AnswerCache<Page<unknown>>;
  readonly #items: ItemCounts;
  readonly #now: () => number;

  constructor(driver: Driver, options: UpstreamOptions) {
    this.#driver = driver;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#dispatcher = new Dispatcher(driver, options);
    this.#items = new ItemCounts((op, share) => options.onAlarm?.({ driver: driver.id, op, share }));
    this.#cache = new AnswerCache(cacheEntriesMax, this.#now);
  }

  get figures(): DriverFigures {
    const { hits, misses } = this.#cache;
    return { ...this.#dispatcher.figures, items: this.#items.all, cache: { hits, misses } };
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
      if (answer !== undefined) return this.#toPage(name, op, input, place, env, answer.body);
      if (op.gone !== undefined && place === undefined) this.#keepGone(op.gone(input));
      return { items: [], next: undefined, isNextSure: true };
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
    const told: Told[] = [];
    let dropped = 0;
    const items = op.items(wire.data, input).map((raw) => {
      if (raw === undefined) return undefined;
      const item = op.item.safeParse(raw);
      if (item.success) {
        if (op.tells !== undefined) told.push(...op.tells(raw, input));
        return item.data;
      }
      dropped++;
      const path = item.error.issues[0]?.path.join('.') ?? '';
      this.#options.onInvalid?.({ driver: this.#driver.id, op: name, path });
      return undefined;
    });
    this.#items.add(name, items.filter((item) => item !== undefined).length + dropped, dropped);
    this.#keep(told);
    return { items, next: op.next?.(wire.data, place, env), isNextSure: false };
  }

  #keep(told: readonly Told[]): void {
    const source = this.#driver.id;
    const now = this.#now();
    const observations = told.map(({ table, values, lagMs = 0 }) => ({
      table,
      values,
      observedAt: new Date(now - lagMs),
      source,
    }));
    if (observations.length > 0) this.#options.keep?.(observations);
  }

  #keepGone({ table, key }: { table: string; key: string }): void {
    this.#options.keep?.([{ ...removalOf(table, key, new Date(this.#now())), source: this.#driver.id }]);
  }
}
