import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type LiveSample, type MemorySample, sampleMemory } from './memory.ts';
import { openLoop } from './open-loop.ts';
import { type Phase, writeReport } from './report.ts';
import { heavyRequest, mixedRequest } from './requests.ts';
import { generateBuilt, startService } from './service.ts';

const usage = `npm run load -- [--minutes N] [--rate N] [--rows N] [--overload N] [--out DIR]

Loads the real service on this machine in an open loop, and writes load.json, load.md and charts.

  --minutes N   of the steady phase, default 10
  --rate N      mixed requests a second in it, default 200
  --overload N  requests a second, half of them heavy SQL, in the 20 s after it, default 1000
  --rows N      videos of the index, default 200k
  --out DIR     default bench/results

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;

const overloadSeconds = 20;
const recoverySeconds = 20;
const warmUpSeconds = 10;
const memoryEverySeconds = 5;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '200' },
      overload: { type: 'string', default: '1000' },
      rows: { type: 'string', default: '200k' },
      out: { type: 'string', default: join(import.meta.dirname, '../../results') },
      help: { type: 'boolean', default: false },
    },
  });
  const positive = (name: 'minutes' | 'rate' | 'overload') => {
    const value = Number(values[name]);
    if (!(value > 0 && value <= 100_000)) throw new Error(`--${name} must be a number above 0`);
    return value;
  };
  return { ...values, minutes: positive('minutes'), rate: positive('rate'), overload: positive('overload') };
}

async function load(options: ReturnType<typeof readOptions>, signal: AbortSignal): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sdq-load-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const index = await generateBuilt(directory, options.rows);
  await using service = await startService({ directory, index, keys: 8 });
  const memory: MemorySample[] = [];
  const live: LiveSample[] = [];
  const phases: Phase[] = [];
  const mixed = (n: number) => mixedRequest(service, n);
  const run = async (
    phase: Omit<Phase, 'outcomes'>,
    requestOf = mixed,
    onSecond = (_second: number) => {},
  ) => {
    const { ratePerSecond, seconds } = phase;
    const outcomes = await openLoop({
      url: service.url,
      ratePerSecond,
      seconds,
      requestOf,
      signal,
      onSecond,
    });
    return { ...phase, outcomes };
  };
  const { rate } = options;
  await run({ name: 'warm-up', about: '', ratePerSecond: rate / 2, seconds: warmUpSeconds });
  const about = '60 % cheap calls, 20 % data endpoints, 20 % SQL, each a little different';
  const steady = { name: 'steady', about, ratePerSecond: rate, seconds: options.minutes * 60 };
  const sampleLive = async (second: number) => {
    live.push({ second, liveMiB: await service.heap.measureMiB() });
  };
  await sampleLive(0);
  phases.push(
    await run(steady, mixed, (second) => {
      if (second % memoryEverySeconds === 0) memory.push(sampleMemory(service.pid, second));
      if (second === Math.floor(steady.seconds / 2)) void sampleLive(second);
    }),
  );
  const tooMuch = 'half cheap calls, half SQL that takes long: far more than the machine can do';
  const overload = {
    name: 'overload',
    about: tooMuch,
    ratePerSecond: options.overload,
    seconds: overloadSeconds,
  };
  phases.push(await run(overload, (n) => heavyRequest(service, n)));
  const after = { name: 'after', about: 'as steady', ratePerSecond: rate, seconds: recoverySeconds };
  phases.push(await run(after));
  // only at the end: a full collection also drops compiled code, which would slow down what follows
  await sampleLive(steady.seconds + overload.seconds + after.seconds);
  signal.throwIfAborted();
  process.stdout.write(await writeReport(options.out, phases, { samples: memory, live }));
}

let options: ReturnType<typeof readOptions> | undefined;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`load: ${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
const interruption = new AbortController();
process.on('SIGINT', () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
if (options?.help) process.stdout.write(usage);
else if (options !== undefined) {
  await load(options, interruption.signal).catch((error: unknown) => {
    if (!interruption.signal.aborted) process.stderr.write(`load: ${(error as Error).stack}\n`);
    process.exitCode = interruption.signal.aborted ? 130 : 1;
  });
}
