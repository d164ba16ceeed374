import { SdqError } from '@sdq/client';
import { AppError, type ResultFormat, type SqlParameters } from '@sdq/contract';
import type { Context } from '../context.ts';
import { printResultTable, truncationNote } from '../query/print-result-table.ts';
import { openRemote, type RemoteFlags } from './open-remote.ts';
import { remoteLimitDefault, remoteResult } from './remote-result.ts';

interface RemoteQueryFlags extends RemoteFlags {
  readonly index?: string | undefined;
  readonly catalog?: string | undefined;
  readonly format: ResultFormat | 'table';
  readonly limit: number;
  readonly isLimitGiven: boolean;
  readonly timeout: number;
  readonly csvSafe?: boolean | undefined;
  readonly explain?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** `sdq query --remote`: the same query over HTTP; the price stands beside the row count. */
export async function runRemotely(
  sql: string,
  flags: RemoteQueryFlags,
  parameters: SqlParameters | undefined,
  context: Context,
): Promise<void> {
  for (const name of ['index', 'catalog'] as const)
    if (flags[name] !== undefined)
      throw new AppError('usage_error', `--remote and --${name} cannot be given together`);
  const { client } = await openRemote(flags, context.environment);
  const options = {
    limit: flags.isLimitGiven ? flags.limit : remoteLimitDefault,
    timeoutMs: Math.min(flags.timeout, 30_000),
    csvSafe: flags.csvSafe,
    signal: context.signal,
    ...(parameters !== undefined && { parameters: parameters as never }),
  };
  if (flags.explain === true) {
    const check = await client.check(sql, options);
    const [fault] = check.faults;
    if (fault !== undefined) throw new SdqError(fault.code, fault.message, { faults: check.faults });
    if (flags.format === 'json' || flags.format === 'ndjson') return await context.stdout.json(check);
    const columns = check.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
    await context.stdout.line(`columns           ${columns}`);
    await context.stdout.line(`estimate          ${check.rowsEstimated?.toLocaleString('en-US')} rows read`);
    return await context.stdout.line(`costs at most     ${check.costMax}`);
  }
  if (flags.format === 'table')
    return await printResultTable(
      await remoteResult(client, sql, options, 'rows'),
      context,
      flags.quiet === true,
    );
  const result = await remoteResult(client, sql, options, 'bytes');
  for await (const part of result.bytes(flags.format)) await context.stdout.write(part);
  if (flags.quiet === true) return;
  const { truncated, rowCount, cost } = await result.summary;
  if (truncated) await context.stderr.line(`warning: ${truncationNote(rowCount)}`);
  if (context.stderr.isTerminal) await context.stderr.line(`cost: ${cost}`);
}
