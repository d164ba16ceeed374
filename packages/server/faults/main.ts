import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { moneyFaults } from './money-faults.ts';
import { operationFaults } from './operation-faults.ts';
import { platformFaults } from './platform-faults.ts';
import { requestFaults } from './request-faults.ts';
import { sqlFaults } from './sql-faults.ts';

const faults: Readonly<Record<string, Fault>> = {
  ...moneyFaults,
  ...operationFaults,
  ...platformFaults,
  ...requestFaults,
  ...sqlFaults,
};

const usage = `npm run faults -- [NAME…] [--scale S] [--json]

Brings faults about, again and again, and tells what came of them. Without names: all of them, some two hours on
2 cores; a line every half minute tells that it goes on.

  --scale S  that part of the repetitions, default 1; 0.01 is a quick look
  --json     one JSON object a line: name, holds, seconds, and the figures

Names:
${Object.entries(faults)
  .map(([name, { about }]) => `  ${name.padEnd(20)} ${about}`)
  .join('\n')}

Exit codes: 0 everything that must hold did, 1 something did not, 2 wrong usage, 130 interrupted.
`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scale: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const scale = Number(values.scale);
  if (!(scale > 0 && scale <= 1_000)) throw new Error('--scale must be a number above 0');
  const unknown = positionals.find((name) => !Object.hasOwn(faults, name));
  if (unknown !== undefined) throw new Error(`there is no fault ${unknown}`);
  return { ...values, scale, names: positionals.length > 0 ? positionals : Object.keys(faults) };
}

const tellMs = 30_000;

/** One line a figure, nested ones as JSON. */
function textOf(figures: object): string {
  return Object.entries(figures)
    .map(([name, value]) => `  ${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
    .join('');
}

/** Brings the faults about one after the other; the exit code. */
async function main({ names, scale, json }: ReturnType<typeof readOptions>): Promise<number> {
  // all that is written lies in one folder, which goes away however this process ends
  const folder = mkdtempSync(join(tmpdir(), 'sdq-faults-'));
  chmodSync(folder, 0o711); // PostgreSQL runs as somebody else, and has to come through
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  }
  const options = {
    scaled: (count: number) => Math.max(2, Math.round(count * scale)),
    signal: interruption.signal,
  };
  let haveAllHeld = true;
  for (const name of names) {
    const startedAt = performance.now();
    const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
    const tellEvery = setInterval(() => process.stderr.write(`${name}: ${seconds()} s so far\n`), tellMs);
    try {
      const { holds = false, figures = {} } = (await faults[name]?.run(options)) ?? {};
      haveAllHeld &&= holds;
      process.stdout.write(
        json
          ? `${JSON.stringify({ name, holds, seconds: seconds(), ...figures })}\n`
          : `${name}: ${holds ? 'holds' : 'DOES NOT HOLD'} (${seconds()} s)\n${textOf(figures)}`,
      );
    } catch (error) {
      if (options.signal.aborted) return 130;
      haveAllHeld = false;
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`);
    } finally {
      clearInterval(tellEvery);
    }
    if (options.signal.aborted) return 130;
  }
  return haveAllHeld ? 0 : 1;
}

let options: ReturnType<typeof readOptions> | undefined;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`faults: ${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
if (options?.help) process.stdout.write(usage);
else if (options !== undefined) process.exit(await main(options));
