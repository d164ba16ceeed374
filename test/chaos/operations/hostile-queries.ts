import { openAccounts } from '@sdq/accounts';
import { startService } from '@sdq/server';
import { unlimited } from '../../support/test-service.ts';
import { type Called, callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { openUngatedEngine, ungated } from './ungated-engine.ts';

const deep = "(repeat('[', 100000) || '1' || repeat(']', 100000))";
/** Known to end the process that runs them, all refused by the gate. */
const crashers = [
  `SELECT ${deep}::JSON::VARIANT AS v`,
  `SELECT system.main.json_structure(${deep})`,
  `SELECT system.main.json_contains(${deep}, '1')`,
  "SELECT reservoir_quantile(x::TINYINT, 'nan'::DOUBLE) FROM range(3) t(x)",
];

/** Known to invalidate the database instance for every later query. */
const invalidators = [
  'SELECT reservoir_quantile(x::DECIMAL(38,0), []) FROM range(3) t(x)',
  'SELECT is_histogram_other_bin(c) FROM (SELECT NULL::BLOB AS c FROM range(5000))',
];

const benign = 'SELECT count(*) AS n, sum(play_count) AS s FROM videos';
const besideCount = 3;

export interface HostileResult {
  queries: number;
  /** Query processes that ended. The service's own process lived: else nobody could tell. */
  processesEnded: number;
  /** Hostile queries by the status of their answers. */
  statuses: Record<string, number>;
  /** Benign queries, beside the hostile ones and right after them; and those that were not answered right. */
  benign: number;
  benignFailed: number;
  firstFailure: string | undefined;
  /** Until the first benign answer after a hostile one had ended. */
  nextAnswerMsMax: number;
  /** Hostile queries that cost anything. */
  charged: number;
}

/** Hostile queries through the service, past its gate, each with benign ones beside it and after it. */
export async function hostileQueries(options: {
  kind: 'crash' | 'invalidate';
  queries: number;
  signal?: AbortSignal;
}): Promise<HostileResult> {
  const hostile = options.kind === 'crash' ? crashers : invalidators;
  await using place = await makePlace();
  await using opened = await openUngatedEngine(place.index);
  await using accounts = await openAccounts({ directory: place.accounts });
  const service = await startService({
    engine: opened.engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    limits: unlimited,
  });
  const ask = (sql: string) =>
    callSql(service.url, place.key, { query: `${ungated}${sql}`, timeout_ms: 10_000 });
  const expected = rowsOf(await ask(benign));
  const result: HostileResult = {
    queries: options.queries,
    processesEnded: 0,
    statuses: {},
    benign: 0,
    benignFailed: 0,
    firstFailure: undefined,
    nextAnswerMsMax: 0,
    charged: 0,
  };
  const askBenign = async () => {
    const answer = await ask(benign);
    result.benign++;
    if (rowsOf(answer) === expected) return;
    result.benignFailed++;
    result.firstFailure ??= JSON.stringify(answer?.body);
  };
  for (let i = 0; i < options.queries; i++) {
    options.signal?.throwIfAborted();
    const beside = Array.from({ length: besideCount }, askBenign);
    const answer = await ask(hostile[i % hostile.length] ?? '');
    const endedAt = performance.now();
    await askBenign();
    result.nextAnswerMsMax = Math.max(result.nextAnswerMsMax, Math.round(performance.now() - endedAt));
    await Promise.all(beside);
    const status = String(answer?.status ?? 'none');
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (answer?.paid !== undefined) result.charged++;
  }
  result.processesEnded = opened.ended();
  await service.close();
  return result;
}

function rowsOf(answer: Called): string | undefined {
  const data = answer?.body.data as { rows?: unknown } | undefined;
  return JSON.stringify(data?.rows);
}
