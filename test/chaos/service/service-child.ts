/** A service over an index and accounts that are there; writes its address, and serves until it is killed. */
import { writeSync } from 'node:fs';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { startService } from '@sdq/server';
import { unlimited } from '../../support/test-service.ts';

const [index = '', directory = '', databaseUrl] = process.argv.slice(2);
const engine = await openEngine({ index, threads: 1, refreshMs: 0, isolation: 'in-process' });
const accounts = await openAccounts({ directory, databaseUrl: databaseUrl || undefined });
const service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
writeSync(1, `${service.url}\n`);
