import type { Statement } from '../statement.ts';
import { clickbench } from './clickbench.ts';
import { dbt } from './dbt.ts';
import { Draw } from './draw.ts';
import { duckdbFamilies } from './duckdb/families.ts';
import type { Family } from './family.ts';
import { ibis } from './libraries/ibis.ts';
import { pandas } from './libraries/pandas.ts';
import { sqlglot } from './libraries/sqlglot.ts';
import { looker } from './tools/looker.ts';
import { metabase } from './tools/metabase.ts';
import { powerBi } from './tools/power-bi.ts';
import { superset } from './tools/superset.ts';
import { tableau } from './tools/tableau.ts';
import { tpcDs } from './tpc-ds.ts';
import { tpcH } from './tpc-h.ts';

export const families: readonly Family[] = [
  ...duckdbFamilies,
  clickbench,
  tpcH,
  tpcDs,
  ...dbt,
  ...metabase,
  ...superset,
  ...looker,
  ...powerBi,
  ...tableau,
  ...ibis,
  ...sqlglot,
  ...pandas,
];

/** Draws of a statement that repeats an earlier one, before the family has no more. */
const drawsMax = 12;

/** The project's own corpus: the same seed gives the same statements. No two are equal. */
export function corpusOf(seed: number): Statement[] {
  return families.flatMap((family) => statementsOf(family, seed));
}

/** Every n-th statement of each family, and at least one. */
export function shortCorpus(seed: number, every: number): Statement[] {
  return families.flatMap((family) => statementsOf(family, seed).filter((_, number) => number % every === 0));
}

function statementsOf({ name, count, make }: Family, seed: number): Statement[] {
  // A family draws by its name: another one beside it does not change it.
  const own = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, seed * 7_919);
  const known = new Set<string>();
  for (let number = 0; number < count; number++) {
    for (let turn = 0; turn < drawsMax; turn++) {
      const sql = make(new Draw(own + number * drawsMax + turn), number);
      if (known.has(sql)) continue;
      known.add(sql);
      break;
    }
  }
  return [...known].map((sql) => ({ sql, source: name }));
}
