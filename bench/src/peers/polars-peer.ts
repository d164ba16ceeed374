import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/** The used parts of the package `nodejs-polars`, which is loaded only on request. */
interface Polars {
  scanParquet(glob: string, options: object): object;
  SQLContext(tables: Record<string, object>): {
    register(name: string, frame: object): unknown;
    execute(sql: string): { collect(): Promise<DataFrame> };
  };
}

interface DataFrame {
  writeParquet(path: string): void;
}

/** Polars' SQL over a lazy scan; answers are materialised as data frames and discarded. */
export function openPolarsPeer(specification: Extract<PeerSpecification, { kind: 'polars' }>): Peer {
  const { packages, tables } = specification;
  const polars = createRequire(join(packages, 'package.json'))('nodejs-polars') as Polars;
  const context = polars.SQLContext({});
  for (const { name, files, selectList } of tables) {
    context.register(`stored_${name}`, polars.scanParquet(files, {}));
    context.register(name, context.execute(`SELECT ${selectList} FROM stored_${name}`));
  }
  const collect = async (sql: string) => {
    try {
      return await context.execute(sql).collect();
    } catch (cause) {
      // For unsupported SQL, it returns an invalid data frame instead of an error.
      if (cause instanceof TypeError) throw new Error('its SQL does not know this', { cause });
      throw cause;
    }
  };
  return {
    async run(sql) {
      await collect(sql);
    },
    async answer(sql, parquet) {
      (await collect(sql)).writeParquet(parquet);
      return { parquet };
    },
    async [Symbol.asyncDispose]() {},
  };
}
