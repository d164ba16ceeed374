import type { DuckDBConnection } from '@duckdb/node-api';
import { atOnce } from '@sdq/contract';
import type { HeldParts } from '../runnable-plan.ts';
import type { AttachedFiles } from './attached-files.ts';
import type { Deadline } from './deadline.ts';
import type { SearchedFiles } from './find-ordinals.ts';
import type { HeldNumbers } from './held-numbers.ts';

/** So many parts are made at the same time: each takes one thread, and queries need the others. */
const lanesMax = 2;

/** A connection and its deadline. */
export interface WarmUpLane {
  readonly connection: DuckDBConnection;
  readonly deadline: Deadline;
}

/** As many lanes as are used; where one cannot be opened, the others are closed. */
export async function openLanes(open: () => Promise<WarmUpLane>): Promise<WarmUpLane[]> {
  const lanes: WarmUpLane[] = [];
  try {
    while (lanes.length < lanesMax) lanes.push(await open());
    return lanes;
  } catch (error) {
    for (const { connection } of lanes) connection.closeSync();
    throw error;
  }
}

interface Part {
  readonly name: string;
  /** SQL that fills or returns it; absent for a file. */
  readonly sql?: string;
  readonly make: (connection: DuckDBConnection) => Promise<unknown>;
}

/**
 * Attaches files, fills tables of changed rows, and reads ordinals and keys that queries will need: one for each lane at the same time,
 * where none reads another. What cannot be made is left out: a query that needs it says why. Closes the connections. Errors: those of
 * {@link Deadline.during}.
 */
export async function warmUp(
  lanes: readonly WarmUpLane[],
  attached: AttachedFiles,
  files: Pick<SearchedFiles, 'masked' | 'beside'> & { readonly numbers: HeldNumbers },
  { attachments, masked, beside, numbers }: HeldParts,
): Promise<void> {
  const leaves: (() => void)[] = [];
  const tables = attachments.map(
    (each): Part => ({
      ...each,
      make: async (connection) => leaves.push(await attached.use(connection, [each])),
    }),
  );
  const lists = [
    ...masked.map((each): Part => ({ ...each, make: (connection) => files.masked.of(connection, each) })),
    ...beside.map((each): Part => ({ ...each, make: (connection) => files.beside.read(connection, each) })),
    ...numbers.map((each): Part => ({ ...each, make: (connection) => files.numbers.read(connection, each) })),
  ];
  const left = new Map(
    [...tables, ...lists].map((part) => [part, tables.filter((table) => reads(part, table))]),
  );
  const running = new Map<Part, Promise<void>>();
  const isReady = ([, read]: [Part, Part[]]) => !read.some((table) => left.has(table) || running.has(table));
  const makeAll = async ({ connection, deadline }: WarmUpLane) => {
    while (left.size > 0) {
      const [part] = [...left].find(isReady) ?? [];
      if (part === undefined) await Promise.race(running.values());
      else {
        left.delete(part);
        const made = deadline.during(() => part.make(connection).then(noop, noop));
        running.set(part, made);
        await made.finally(() => running.delete(part));
      }
    }
  };
  try {
    await atOnce(lanes, lanes.length, makeAll);
  } finally {
    for (const { connection } of lanes) connection.closeSync();
    for (const leave of leaves) leave();
  }
}

/** What cannot be made is left out. */
const noop = () => {};

function reads(part: Part, table: Part): boolean {
  return table !== part && part.sql?.includes(table.name) === true;
}
