/**
 * Runs the faults of money at length and prints their figures, one JSON object a line:
 *
 *     npm run faults                 all of them, about half an hour
 *     npm run faults -- kill crowd   some of them
 *     npm run faults -- --scale 0.1  with a tenth of the repetitions
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAccounts } from '@sdq/accounts';
import { damageTail } from '../../accounts/faults/damage-tail.ts';
import { fillDisk } from '../../accounts/faults/fill-disk.ts';
import { keyTiming } from '../../accounts/faults/key-timing.ts';
import { killInWrite } from '../../accounts/faults/kill-in-write.ts';
import { ledgerCrowd } from '../../accounts/faults/ledger-crowd.ts';
import {
  makeCustomers,
  measureLatency,
  measureThroughput,
} from '../../accounts/faults/measure-usage-path.ts';
import { startPostgres } from '../../accounts/test/postgres.ts';
import { crowd } from './crowd.ts';
import { duplicates } from './duplicates.ts';
import { killService } from './kill-service.ts';
import { revocation } from './revocation.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
});
const scaled = (count: number) => Math.max(2, Math.round(count * Number(values.scale)));

/** Throughput and added latency of the usage path. */
async function usagePath(databaseUrl?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-usage-'));
  const accounts = await openAccounts({ directory, databaseUrl });
  const keys = await makeCustomers(accounts, 8);
  await measureThroughput(accounts, keys, { clients: 64, seconds: 1 }); // warms up
  const at200PerSecond = await measureLatency(accounts, keys, {
    requestsPerSecond: 200,
    seconds: scaled(20),
  });
  const chargedPerSecond = await measureThroughput(accounts, keys, { clients: 64, seconds: scaled(10) });
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  return { at200PerSecond, chargedPerSecond: Math.round(chargedPerSecond) };
}

async function onPostgres<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  await using server = await startPostgres({ waitsForDisk: true });
  return await work(await server.createDatabase());
}

const runs: Record<string, () => Promise<object>> = {
  usage: () => usagePath(),
  'usage-postgres': () => onPostgres(usagePath),
  kill: () => killService({ kills: scaled(200) }),
  'kill-postgres': () => onPostgres((databaseUrl) => killService({ kills: scaled(20), databaseUrl })),
  'kill-in-write': () => killInWrite({ runs: scaled(250) }),
  'kill-in-call': () => killInWrite({ runs: scaled(250), usesStrace: true }),
  tail: () => damageTail({ stride: Math.round(1 / Math.min(1, Number(values.scale))) }),
  disk: () => fillDisk({ steps: scaled(200) }),
  crowd: () => crowd({ clients: 64, requests: scaled(10_000) }),
  'ledger-crowd': () => ledgerCrowd({ clients: 64, requestsEach: scaled(10_000) }),
  duplicates: () => duplicates({ keys: 100, perKey: scaled(100) }),
  revocation: () => revocation({ revocations: scaled(50) }),
  'revocation-postgres': () =>
    onPostgres((databaseUrl) => revocation({ revocations: scaled(50), databaseUrl })),
  'key-timing': () => keyTiming({ keys: scaled(100_000) }),
};

for (const name of positionals.length > 0 ? positionals : Object.keys(runs)) {
  const run = runs[name];
  if (run === undefined)
    throw new Error(`there is no fault ${name}; there are ${Object.keys(runs).join(', ')}`);
  const startedAt = performance.now();
  const result = await run();
  console.log(
    JSON.stringify({ name, seconds: Math.round((performance.now() - startedAt) / 1_000), ...result }),
  );
}
