import { cpus, totalmem } from 'node:os';
import { quantile } from '../../support/quantile.ts';
import { type ChaosTest, chaosTest } from '../chaos-test.ts';
import { bombs } from './bombs.ts';
import { type BombResult, measureBombs } from './measure-bombs.ts';

const timeoutMs = 1_000;
const memoryBytesMax = 512 * 2 ** 20;
const rows = 20_000;
/** How long after its deadline a bomb may end. */
const graceMs = 1_000;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Queries that ask for far too much. */
export const bombTests: Readonly<Record<string, ChaosTest>> = {
  bombs: chaosTest(
    'each known resource bomb, past the gate where it is refused, with a small query beside it all the time',
    async ({ scaled, signal }) => {
      const options = { timeoutMs, memoryBytesMax, rows, signal };
      return figuresOf(await measureBombs(bombs.slice(0, scaled(bombs.length)), options));
    },
    ({ latestMs, dataMegabytesMax }) =>
      latestMs <= timeoutMs + graceMs && dataMegabytesMax <= megabytes(memoryBytesMax + 2 ** 30),
  ),
};

function figuresOf(results: readonly BombResult[]) {
  const besideMs = results.flatMap((result) => result.besideMs);
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${megabytes(totalmem())} MB`,
    set: `${rows} rows, deadline ${timeoutMs} ms, 2 processes of 1 thread, ${megabytes(memoryBytesMax)} MB for DuckDB, ${megabytes(memoryBytesMax + 2 ** 30)} MB data segment`,
    bombs: results.map(rowOf),
    latestMs: Math.round(Math.max(...results.map(({ elapsedMs }) => elapsedMs))),
    dataMegabytesMax: megabytes(Math.max(...results.map(({ dataBytesMax }) => dataBytesMax))),
    smallQueries: besideMs.length,
    smallMedianMs: Number(quantile(besideMs, 0.5).toFixed(1)),
    smallP99Ms: Number(quantile(besideMs, 0.99).toFixed(1)),
    smallMaxMs: Math.round(Math.max(...besideMs)),
  };
}

function rowOf(result: BombResult) {
  return {
    bomb: result.name,
    gate: result.gate,
    'ended with': `\`${result.end}\``,
    'after ms': Math.round(result.elapsedMs),
    process: result.processEnded ? 'replaced' : '',
    'data MB': megabytes(result.dataBytesMax),
    'resident MB': megabytes(result.residentBytesMax),
    'beside p99 ms': Math.round(result.besideP99Ms),
  };
}
