/**
 * What the gate costs: parse, admit, resolve and plan of every statement of the corpus, warm, again and again, over
 * an index of 20,000 rows. Prints a table in Markdown. `node --conditions=@sdq/source scripts/measure-gate.ts`
 */
import { cpus } from 'node:os';
import { builtInCatalog } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { plan } from '../packages/core/src/backends/duckdb/plan/plan.ts';
import { resolveQuery } from '../packages/core/src/engine/run-query.ts';
import { Parser } from '../packages/core/src/gate/parse/parser.ts';
import { quantile } from '../test/support/quantile.ts';
import { writeSmallIndex } from '../test/support/small-index.ts';
import { statementsOf } from '../test/support/statements/statements.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';

const runs = 8;
const warmRuns = 2;

await using directory = await temporaryDirectory();
await writeSmallIndex(directory.path, 20_000);
const snapshot = await openSnapshot(directory.path);
await using parser = await Parser.open();
const statements = statementsOf('corpus');
const measured = new Map<string, number[]>();
for (let run = 0; run < warmRuns + runs; run++) {
  for (const { sql } of statements) {
    const startedAt = performance.now();
    const { resolved, stageMs } = await resolveQuery(
      { text: sql, platform: 'shortvideo', parameters: undefined, signal: undefined },
      { catalog: builtInCatalog, parser },
    );
    const resolvedAt = performance.now();
    plan(resolved, snapshot, { rowsMax: 100 });
    if (run < warmRuns) continue;
    const endedAt = performance.now();
    const figures = { ...stageMs, plan: endedAt - resolvedAt, together: endedAt - startedAt };
    for (const [stage, ms] of Object.entries(figures)) {
      const list = measured.get(stage) ?? [];
      list.push(ms);
      measured.set(stage, list);
    }
  }
}
const figure = (ms: number) => ms.toFixed(2);
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}; ${statements.length} statements, ${runs} times each\n\n` +
    '| stage | median ms | p90 ms | p99 ms |\n|---|--:|--:|--:|\n',
);
for (const [stage, list] of measured) {
  const figures = [0.5, 0.9, 0.99].map((fraction) => figure(quantile(list, fraction)));
  process.stdout.write(`| ${stage} | ${figures.join(' | ')} |\n`);
}
