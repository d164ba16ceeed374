import { callSql } from '../service/call.ts';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';

export interface CrowdResult {
  clients: number;
  requests: number;
  /** Answers with 200. */
  charged: number;
  /** The sum of `cost` over all answers, and how far the others are from it. All in units of $0.0001. */
  answersUnits: number;
  ledgerDifference: number;
  summaryDifference: number;
  dailyDifference: number;
  receiptsDifference: number;
  balanceDifference: number;
}

const unitsOf = (cost: unknown) => Number(String(cost).replace(/[$.]/g, ''));

/** Clients that ask at the same time; then every sum there is, over HTTP, is compared with what they were answered. */
export async function crowd(options: {
  clients: number;
  requests: number;
  signal?: AbortSignal;
}): Promise<CrowdResult> {
  await using place = await makePlace();
  await using service = await startServiceProcess(place);
  const get = async (path: string) => {
    const answer = await fetch(service.url + path, { headers: { 'x-api-key': place.accountKey } });
    return ((await answer.json()) as { data: Record<string, never> }).data;
  };
  let sent = 0;
  let answersUnits = 0;
  const requestIds: string[] = [];
  // a key each: one key may have only so many queries waiting
  const makeKey = async () => {
    const answer = await fetch(`${service.url}/api/users/me/api-keys`, {
      method: 'POST',
      headers: { 'x-api-key': place.accountKey, 'content-type': 'application/json' },
      body: '{"name":"crowd"}',
    });
    return ((await answer.json()) as { data: { key: string } }).data.key;
  };
  const client = async (which: number) => {
    const key = await makeKey();
    while (sent < options.requests) {
      options.signal?.throwIfAborted();
      sent++;
      // a part of them fails, and must be free
      const query = which % 8 === 7 ? 'SELECT nope FROM videos' : 'SELECT video_id FROM videos';
      const called = await callSql(service.url, key, { query, limit: 1 + (sent % 5) });
      if (called?.paid === undefined) continue;
      answersUnits += called.paid.units;
      requestIds.push(called.paid.requestId);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, which) => client(which)));
  const summary = await get('/api/users/me/usage/summary');
  const daily = await get('/api/users/me/usage/daily');
  const balance = await get('/api/users/me/balance');
  let ledgerUnits = 0;
  for (let cursor = ''; ; ) {
    const page = await get(`/api/users/me/usage?limit=1000${cursor && `&cursor=${cursor}`}`);
    for (const { cost } of page.records as unknown as { cost: string }[]) ledgerUnits += unitsOf(cost);
    if (page.cursor === null) break;
    cursor = page.cursor as unknown as string;
  }
  let receiptsUnits = 0;
  for (const id of requestIds) {
    const { line_items: lines } = await get(`/api/requests/${id}`);
    for (const { cost } of lines as unknown as { cost: string }[]) receiptsUnits += unitsOf(cost);
  }
  return {
    clients: options.clients,
    requests: options.requests,
    charged: requestIds.length,
    answersUnits,
    ledgerDifference: ledgerUnits - answersUnits,
    summaryDifference: unitsOf(summary.current_period_cost) - answersUnits,
    dailyDifference: unitsOf(daily.total_cost) - answersUnits,
    receiptsDifference: receiptsUnits - answersUnits,
    balanceDifference: place.creditUnits - unitsOf(balance.balance) - answersUnits,
  };
}
