import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bombs } from './bombs.ts';
import { type BombResult, measureBombs, quantile } from './measure-bombs.ts';

const usage = `npm run bombs -- [--only TEXT] [--timeout-ms N]

Sets off each known bomb while a small query runs beside it, and prints a table in Markdown.

  --only TEXT     only bombs whose name holds the text
  --timeout-ms N  what each bomb gets, default 1000

Exit codes: 0 every bomb ended in time, 1 one did not, 2 wrong usage, 130 interrupted.
`;

const memoryBytesMax = 512 * 2 ** 20;
const rows = 20_000;
/** How long after its deadline a bomb may end. */
const graceMs = 1_000;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      'timeout-ms': { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  });
  const timeoutMs = Number(values['timeout-ms']);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1)
    throw new Error('--timeout-ms must be a whole number from 1');
  return { only: values.only, timeoutMs, help: values.help };
}

function row(result: BombResult): string {
  const { name, gate, end, elapsedMs, processEnded, dataBytesMax, residentBytesMax, besideP99Ms } = result;
  return `| ${name} | ${gate} | \`${end}\` | ${Math.round(elapsedMs)} | ${processEnded ? 'replaced' : ''} | ${megabytes(dataBytesMax)} | ${megabytes(residentBytesMax)} | ${Math.round(besideP99Ms)} |`;
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`bombs: ${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) process.stdout.write(usage);
else {
  const { only, timeoutMs } = options;
  const interruption = new AbortController();
  process.on('SIGINT', () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model}, ${megabytes(totalmem())} MB; ${rows} rows, deadline ${timeoutMs} ms, 2 processes of 1 thread, ${megabytes(memoryBytesMax)} MB for DuckDB, ${megabytes(memoryBytesMax + 2 ** 30)} MB data segment\n\n` +
      '| bomb | gate | ended with | after ms | process | data MB | resident MB | beside p99 ms |\n|---|---|---|--:|---|--:|--:|--:|\n',
  );
  const results = await measureBombs(
    bombs.filter(({ name }) => name.includes(only)),
    {
      timeoutMs,
      memoryBytesMax,
      rows,
      signal: interruption.signal,
      onProgress: (result) => process.stdout.write(`${row(result)}\n`),
    },
  );
  const beside = results.flatMap(({ besideMs }) => besideMs);
  const latest = Math.max(...results.map(({ elapsedMs }) => elapsedMs));
  process.stdout.write(
    `\n${results.length} bombs; the latest ended ${Math.round(latest)} ms after its start. Small queries beside them: ${beside.length}, median ${quantile(beside, 0.5).toFixed(1)} ms, p99 ${quantile(beside, 0.99).toFixed(1)} ms, slowest ${Math.max(...beside).toFixed(0)} ms. Most memory of one process: ${megabytes(Math.max(...results.map((result) => result.dataBytesMax)))} MB data.\n`,
  );
  process.exitCode = interruption.signal.aborted ? 130 : latest > timeoutMs + graceMs ? 1 : 0;
}
