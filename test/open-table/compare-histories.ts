import { join } from 'node:path';
import { openEngine } from '@sdq/core';
import { openStore, publishSnapshot } from '@sdq/replication';
import { expect } from 'vitest';
import { catalog, episodes, platforms, runHistory } from '../living/history.ts';
import { isMissing } from '../support/tools.ts';
import { ClickHouse } from './clickhouse.ts';
import { compareTables } from './read-open-tables.ts';

/**
 * Publishes after each deed of random histories, and compares at their ends what the engine, ClickHouse and icebird read of all
 * tables: ClickHouse only where it is installed. The number of comparisons, of rows that were compared, and of readers.
 */
export async function compareHistories(
  firstSeed: number,
  histories: number,
): Promise<{ comparisons: number; rows: number; readers: number }> {
  const clickhouse = isMissing('clickhouse') ? undefined : await ClickHouse.start();
  await using _clickhouse = clickhouse;
  let [comparisons, rows] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const platform = platforms[seed % platforms.length] as string;
    const compare = async (index: string, folder: string, isLast: boolean) => {
      const store = await openStore(join(folder, 'a store'));
      await publishSnapshot({ index, store, iceberg: true, tables: [episodes] });
      if (!isLast) return;
      await using engine = await openEngine({ index, tables: [episodes] });
      for (const { table, reader, expected, found } of await compareTables(store.address, catalog, {
        engine,
        clickhouse,
      })) {
        expect(found, `${table} by ${reader}, history ${seed}`).toEqual(expected);
        comparisons++;
        rows += found.length;
      }
    };
    await runHistory({
      seed,
      platform,
      steps: 3 + (seed % 5),
      isBuilding: seed % 7 === 0,
      afterDeed: compare,
    });
  }
  return { comparisons, rows, readers: clickhouse === undefined ? 1 : 2 };
}
