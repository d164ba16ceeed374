import { type CatalogTable, tableId } from '@sdq/catalog';
import type { Resolved } from '../stages.ts';
import type {
  BackendContext,
  BackendFactory,
  BackendPlan,
  BackendSnapshot,
  BackendStatus,
  ExecutionBackend,
  PlanOptions,
  StoredTable,
  TextHash,
} from './execution-backend.ts';
import { type LoadedTable, type LoadOptions, type LocalTable, noLocalTables } from './local-table.ts';
import { once } from './once.ts';
import { resultExpired } from './stream-errors.ts';

/** Joins the ids of snapshots where backends are at different ones. */
const separator = '~';

/**
 * A backend of its own for single platforms. All others, queries that read no table of an index, and spooled results are of
 * the default one. A factory that is given for several platforms is opened once.
 */
export function platformBackends(
  byDefault: BackendFactory,
  given: Readonly<Record<string, BackendFactory>>,
): BackendFactory {
  const factories = [...new Set([byDefault, ...Object.values(given)])];
  return async (context) => {
    const opened = await openAll(factories, context);
    const byPlatform = new Map(
      Object.entries(given).map(([platform, factory]) => [platform, factories.indexOf(factory)]),
    );
    return new PlatformBackends(opened, byPlatform);
  };
}

/** Opens all; where one fails, the others are closed, and its error is thrown. */
async function openAll(
  factories: readonly BackendFactory[],
  context: BackendContext,
): Promise<ExecutionBackend[]> {
  const opening = await Promise.allSettled(factories.map(async (open) => await open(context)));
  const opened = opening.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = opening.find((each) => each.status === 'rejected');
  if (failed === undefined) return opened;
  await Promise.allSettled(opened.map(async (each) => await each[Symbol.asyncDispose]()));
  throw failed.reason;
}

class PlatformBackends implements ExecutionBackend {
  readonly name: string;
  readonly textHash: TextHash;
  readonly readSpooled?: ExecutionBackend['readSpooled'];
  readonly loadTable?: ExecutionBackend['loadTable'];
  readonly #members: readonly ExecutionBackend[];
  /** Places in `#members`; platforms that are absent are of the first one. */
  readonly #byPlatform: ReadonlyMap<string, number>;
  /** The snapshots of all members of each snapshot that is held, and by how many. */
  readonly #held = new Map<string, { readonly ids: readonly string[]; users: number }>();

  constructor(members: readonly ExecutionBackend[], byPlatform: ReadonlyMap<string, number>) {
    this.#members = members;
    this.#byPlatform = byPlatform;
    this.name = [...new Set(members.map(({ name }) => name))].join(', ');
    // the one that all of them have
    this.textHash = members.every(({ textHash = 'hash' }) => textHash === 'hash') ? 'hash' : 'md5';
    this.readSpooled = members[0]?.readSpooled?.bind(members[0]);
    if (members.some((member) => member.loadTable !== undefined))
      this.loadTable = async (source, options) => await this.#load(source, options);
  }

  /** Errors: those of `loadTable`, and `not_supported_by_backend` on a platform whose backend has none. */
  async #load(source: LocalTable, options: LoadOptions): Promise<LoadedTable> {
    const member = this.#members[this.#byPlatform.get(options.platform) ?? 0] as ExecutionBackend;
    if (member.loadTable === undefined) throw noLocalTables(member.name);
    return await member.loadTable(source, options);
  }

  get snapshotId(): string {
    return idOf(this.#members.map(({ snapshotId }) => snapshotId));
  }

  acquire(snapshotId?: string): BackendSnapshot {
    const ids = snapshotId === undefined ? undefined : this.#idsOf(snapshotId);
    const snapshots: BackendSnapshot[] = [];
    try {
      for (const [at, member] of this.#members.entries()) snapshots.push(member.acquire(ids?.[at]));
    } catch (error) {
      for (const each of snapshots) each.release();
      throw error;
    }
    return new PlatformSnapshot(snapshots, this.#byPlatform, this.#hold(snapshots));
  }

  /** Errors: `result_expired`. */
  #idsOf(snapshotId: string): readonly string[] {
    if (snapshotId === this.snapshotId) return this.#members.map((member) => member.snapshotId);
    const held = this.#held.get(snapshotId);
    if (held === undefined) throw resultExpired(new Error(`snapshot ${snapshotId} is not held`));
    return held.ids;
  }

  /** Remembers of which snapshots this one is made until the returned function is called. */
  #hold(snapshots: readonly BackendSnapshot[]): () => void {
    const ids = snapshots.map(({ id }) => id);
    const id = idOf(ids);
    const held = this.#held.get(id) ?? { ids, users: 0 };
    held.users++;
    this.#held.set(id, held);
    return once(() => {
      for (const each of snapshots) each.release();
      held.users--;
      if (held.users === 0) this.#held.delete(id);
    });
  }

  async refresh(): Promise<void> {
    const all = await Promise.allSettled(this.#members.map(async (member) => await member.refresh()));
    for (const each of all) if (each.status === 'rejected') throw each.reason;
  }

  status(): BackendStatus {
    const all = this.#members.map((member) => member.status());
    const processes = all.flatMap((each) => each.processes ?? []);
    const nodes = all.flatMap((each) => each.nodes ?? []);
    const sum = (of: (each: NonNullable<BackendStatus['processes']>) => number) =>
      processes.reduce((total, each) => total + of(each), 0);
    return {
      processes:
        processes.length === 0
          ? null
          : {
              living: sum(({ living }) => living),
              wanted: sum(({ wanted }) => wanted),
              replaced: sum(({ replaced }) => replaced),
            },
      ...(nodes.length > 0 && { nodes }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#members.map(async (each) => await each[Symbol.asyncDispose]()));
  }
}

class PlatformSnapshot implements BackendSnapshot {
  readonly release: () => void;
  readonly #members: readonly BackendSnapshot[];
  readonly #byPlatform: ReadonlyMap<string, number>;

  constructor(
    members: readonly BackendSnapshot[],
    byPlatform: ReadonlyMap<string, number>,
    release: () => void,
  ) {
    this.#members = members;
    this.#byPlatform = byPlatform;
    this.release = release;
  }

  get id(): string {
    return idOf(this.#members.map(({ id }) => id));
  }

  get undescribed(): readonly string[] {
    return this.#members.flatMap(({ undescribed = [] }, at) =>
      undescribed.filter((id) => this.#placeOf(id.slice(0, id.indexOf('.'))) === at),
    );
  }

  rowCount(table: CatalogTable): number {
    return this.#of(table.platform).rowCount(table);
  }

  stored(table: CatalogTable): StoredTable | undefined {
    return this.#of(table.platform).stored?.(table);
  }

  contentOf(tables: readonly CatalogTable[]): string {
    return JSON.stringify(
      tables.map((table) => {
        const member = this.#of(table.platform);
        return member.contentOf?.([table]) ?? [tableId(table), member.id];
      }),
    );
  }

  async plan(query: Resolved, options: PlanOptions): Promise<BackendPlan> {
    const readsIndex = query.references.some(({ table }) => table.rows === undefined);
    return await this.#of(readsIndex ? query.platform : undefined).plan(query, options);
  }

  /** The snapshot of what answers a platform; of the default without one. */
  #of(platform: string | undefined): BackendSnapshot {
    return this.#members[this.#placeOf(platform)] as BackendSnapshot;
  }

  #placeOf(platform: string | undefined): number {
    return platform === undefined ? 0 : (this.#byPlatform.get(platform) ?? 0);
  }
}

/** Identifies the content of all: one id where they are at the same snapshot of an index. Empty where one has none. */
function idOf(ids: readonly string[]): string {
  if (ids.includes('')) return '';
  const [first = '', ...others] = ids;
  return others.every((each) => each === first) ? first : ids.join(separator);
}
