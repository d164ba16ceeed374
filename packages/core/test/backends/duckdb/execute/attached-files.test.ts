import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AttachedFiles } from '../../../../src/backends/duckdb/execute/attached-files.ts';

/** A connection that knows what is attached, and answers when the scheduler wants. */
class Instance {
  readonly attached = new Set<string>();
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  get connection(): DuckDBConnection {
    return { run: (sql: string) => this.#run(sql) } as unknown as DuckDBConnection;
  }

  async #run(sql: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), sql);
    const name = /AS "(\w+)"|DETACH "(\w+)"/.exec(sql);
    if (name?.[1] !== undefined) this.attached.add(name[1]);
    if (name?.[2] !== undefined) this.attached.delete(name[2]);
  }
}

test('a file is attached for as long as a query uses it, whatever other queries want meanwhile', async () => {
  let letGo = 0;
  const wanted = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(wanted, { minLength: 1, maxLength: 15 }),
      async (scheduler, queries) => {
        const instance = new Instance(scheduler);
        const files = new AttachedFiles();
        const run = async (numbers: readonly number[]) => {
          const names = numbers.map((number) => `segment_${number}`);
          const areAttached = (when: string) =>
            expect([...instance.attached], when).toEqual(expect.arrayContaining(names));
          await scheduler.schedule(Promise.resolve(), 'begin');
          const leave = await files.use(
            instance.connection,
            names.map((name) => ({ name, path: `/${name}` })),
          );
          areAttached('at the begin');
          await scheduler.schedule(Promise.resolve(), 'end');
          areAttached('at the end');
          leave();
        };
        await scheduler.waitFor(Promise.all(queries.map(run)));
        const used = new Set(queries.flat());
        if (instance.attached.size < used.size) letGo++;
      },
    ),
    { numRuns: 300 },
  );
  expect(letGo).toBeGreaterThan(10);
});

test('of the files that no query uses, the last four stay attached', async () => {
  const run: string[] = [];
  const connection = { run: async (sql: string) => void run.push(sql) } as unknown as DuckDBConnection;
  const files = new AttachedFiles();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'a', 'f', 'g'])
    (await files.use(connection, [{ name, path: `/${name}` }]))();
  expect(run.filter((sql) => sql.startsWith('DETACH'))).toEqual(['DETACH "b"', 'DETACH "c"']);
});

test('a file that was deleted is let go with the next query, unless one uses it', async () => {
  const run: string[] = [];
  const connection = { run: async (sql: string) => void run.push(sql) } as unknown as DuckDBConnection;
  const files = new AttachedFiles(0);
  const here = { name: 'here', path: import.meta.filename };
  const deleted = { name: 'deleted', path: '/no/such/file' };
  const leave = await files.use(connection, [deleted]);
  (await files.use(connection, [here]))();
  expect(run.filter((sql) => sql.startsWith('DETACH'))).toEqual([]);
  leave();
  (await files.use(connection, [here]))();
  expect(run.filter((sql) => sql.startsWith('DETACH'))).toEqual(['DETACH "deleted"']);
});

test('tables of changed rows of earlier snapshots go when another one is made and they were not used for a while', async () => {
  const made = new Set<string>();
  const connection = {
    run: async (sql: string) => {
      const name = /"(delta_\w+)"/.exec(sql)?.[1] ?? '';
      if (sql.startsWith('CREATE TABLE')) made.add(name);
      if (sql.startsWith('DROP TABLE')) made.delete(name);
    },
  } as unknown as DuckDBConnection;
  const files = new AttachedFiles(60_000, 50);
  const use = (name: string) => files.use(connection, [{ name, sql: 'SELECT 1 AS one' }]);
  const leave = await use('delta_1');
  (await use('delta_2'))();
  (await use('delta_3'))();
  await setTimeout(60);
  (await use('delta_4'))();
  // however long ago they were used, they are of the newest snapshot
  expect([...made]).toEqual(['delta_1', 'delta_2', 'delta_3', 'delta_4']);
  files.beginSnapshot([{ name: 'delta_3', sql: 'SELECT 1 AS one' }]);
  (await use('delta_5'))();
  expect([...made]).toEqual(['delta_1', 'delta_3', 'delta_4', 'delta_5']);
  leave();
  await setTimeout(60);
  (await use('delta_6'))();
  expect([...made]).toEqual(['delta_3', 'delta_5', 'delta_6']);
  files.beginSnapshot([]);
  await setTimeout(60);
  (await use('delta_2'))();
  expect([...made]).toEqual(['delta_2']);
});
