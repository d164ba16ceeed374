import { askNode } from '../same-rows.ts';

/** What a node has done since it was started. */
export interface Counters {
  readonly rows: number;
  readonly bytes: number;
  readonly userMs: number;
  /** Bytes that it sent to other nodes and to clients. */
  readonly sentBytes: number;
  readonly queries: number;
}

const events = {
  SelectedRows: 'rows',
  SelectedBytes: 'bytes',
  UserTimeMicroseconds: 'userMs',
  NetworkSendBytes: 'sentBytes',
  Query: 'queries',
} as const;

export async function countersOf(url: string): Promise<Counters> {
  const names = Object.keys(events).map((name) => `'${name}'`);
  const text = await askNode(
    url,
    `SELECT event, value FROM system.events WHERE event IN (${names}) FORMAT TSV`,
  );
  const found = { rows: 0, bytes: 0, userMs: 0, sentBytes: 0, queries: 0 };
  for (const line of text.split('\n')) {
    const [name = '', value = '0'] = line.split('\t');
    const field = events[name as keyof typeof events];
    if (field !== undefined) found[field] = field === 'userMs' ? Number(value) / 1_000 : Number(value);
  }
  return found;
}

export function lessThan(after: Counters, before: Counters): Counters {
  return {
    rows: after.rows - before.rows,
    bytes: after.bytes - before.bytes,
    userMs: after.userMs - before.userMs,
    sentBytes: after.sentBytes - before.sentBytes,
    queries: after.queries - before.queries,
  };
}
