import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AttachedFiles } from '../../../../src/backends/duckdb/execute/attached-files.ts';
import { Deadline } from '../../../../src/backends/duckdb/execute/deadline.ts';
import { HeldNumbers } from '../../../../src/backends/duckdb/execute/held-numbers.ts';
import { HeldKeys } from '../../../../src/backends/duckdb/execute/keys-beside.ts';
import { MaskedRowNumbers } from '../../../../src/backends/duckdb/execute/masked-ordinals.ts';
import { warmUp } from '../../../../src/backends/duckdb/execute/warm-up.ts';

const lanesMax = 2;

test('tables are made once each, by as many connections as there are, after those that they read', async () => {
  let together = 0;
  const reads = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), reads, fc.nat(9), async (scheduler, tables, failing) => {
      const nameOf = (at: number) => `table_${at}`;
      const earlier = tables.map((all, at) => all.filter((other) => other < at));
      const made: string[] = [];
      /** Tables that were read before they were made. */
      const early: string[] = [];
      let running = 0;
      let mostRunning = 0;
      const connectionOf = (): DuckDBConnection => {
        const run = async (sql: string) => {
          const name = /"(table_\d)"/.exec(sql)?.[1] ?? '';
          const at = Number(name.slice(-1));
          mostRunning = Math.max(mostRunning, ++running);
          if (running > 1) together++;
          await scheduler.schedule(Promise.resolve(), sql);
          running--;
          early.push(...(earlier[at] ?? []).map(nameOf).filter((other) => !made.includes(other)));
          made.push(name);
          if (at === failing) throw new Error('it cannot be made');
        };
        return { run, closeSync: () => {}, interrupt: () => {} } as unknown as DuckDBConnection;
      };
      const lanes = Array.from({ length: lanesMax }, () => {
        const connection = connectionOf();
        return { connection, deadline: new Deadline(connection, { timeoutMs: 60_000, signal: undefined }) };
      });
      const attachments = earlier.map((all, at) => ({
        name: nameOf(at),
        sql: `SELECT ${all.map(nameOf).join(', ')}`,
      }));
      const files = { masked: new MaskedRowNumbers(), beside: new HeldKeys(), numbers: new HeldNumbers() };
      const parts = { attachments, masked: [], beside: [], numbers: [] };
      await scheduler.waitFor(warmUp(lanes, new AttachedFiles(), files, parts));
      expect(early).toEqual([]);
      expect(mostRunning).toBeLessThanOrEqual(lanesMax);
      expect([...made].sort()).toEqual(attachments.map(({ name }) => name));
    }),
    { numRuns: 200 },
  );
  expect(together).toBeGreaterThan(100);
});
