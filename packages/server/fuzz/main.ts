import { parseArgs } from 'node:util';
import { type FuzzSummary, runFuzz } from './run-fuzz.ts';

const usage = `npm run fuzz:contract -- [--requests N] [--seed X] [--json]

Sends generated requests, right and wrong ones, to every operation of a service over a small index, and holds each
answer against the OpenAPI document, and what it costs against the ledger.

  --requests N  how many, default 100000
  --seed X      default 1; the same seed sends the same requests
  --json        the summary as JSON, instead of a few lines

Exit codes: 0 nothing found, 1 something found, 2 wrong usage, 130 interrupted.
`;

function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new Error(`--${name} must be a whole number above 0, not ${text}`);
  }
  return number;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { json, help } = values;
  return {
    requests: wholeNumber(values.requests, 'requests'),
    seed: wholeNumber(values.seed, 'seed'),
    json,
    help,
  };
}

function hasFault({
  violations,
  chargedOtherwise,
  chargedUntold,
  answeredUnits,
  ledgerUnits,
  balanceUnits,
}: FuzzSummary) {
  const isBalanced = answeredUnits === ledgerUnits && ledgerUnits === balanceUnits;
  return violations.length > 0 || chargedOtherwise > 0 || chargedUntold > 0 || !isBalanced;
}

function showProgress({ requests, seconds, violations }: FuzzSummary): void {
  const rate = Math.round(requests / Math.max(seconds, 0.001));
  const line = `${requests} requests, ${violations.length} kinds of violation, ${rate}/s`;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
}

function show(summary: FuzzSummary): string {
  const { requests, seconds, byStatus, violations, operations, operationsSucceeded } = summary;
  const money = `answered ${summary.answeredUnits}, ledger ${summary.ledgerUnits}, balance ${summary.balanceUnits} units; charged otherwise ${summary.chargedOtherwise}, untold ${summary.chargedUntold}`;
  const statuses = Object.entries(byStatus).map(([status, times]) => `${status}: ${times}`);
  return [
    `${requests} requests in ${Math.round(seconds)} s, ${operationsSucceeded} of ${operations} operations succeeded`,
    statuses.join(', '),
    money,
    `${violations.length} kinds of violation`,
    ...violations.map((violation) => JSON.stringify(violation, undefined, 2)),
    '',
  ].join('\n');
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`fuzz:contract: ${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) process.stdout.write(usage);
else {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  }
  const summary = await runFuzz({ ...options, signal: interruption.signal, onProgress: showProgress });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  process.stdout.write(options.json ? `${JSON.stringify(summary, undefined, 2)}\n` : show(summary));
  process.exitCode = summary.ended === 'interrupted' ? 130 : hasFault(summary) ? 1 : 0;
}
