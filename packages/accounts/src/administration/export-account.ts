import type { Kysely } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type AccountTable, accountTables } from './account-tables.ts';
import { rowsOf } from './rows-of.ts';

const pageRows = 1_000;

/**
 * Everything that is stored about an account as one JSON document, in pieces: the rows of each table, with the audit log.
 * Times are ISO 8601 in UTC, money is in units of $0.0001. Digests and encrypted secrets are left out and named.
 * Nothing when the account does not exist.
 */
export async function* exportAccount(store: Store, accountId: string, now: number): AsyncGenerator<string> {
  const { db } = store;
  const known = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (known === undefined) return;
  const leftOut = accountTables.flatMap(({ table, secrets = [] }) =>
    secrets.map((name) => `${table}.${name}`),
  );
  const head = {
    format: 'sdq account export 1',
    account_id: accountId,
    exported_at: iso(now),
    left_out: leftOut,
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const table of [...accountTables, auditTable].reverse()) {
    yield `,\n${JSON.stringify(table.table)}:[`;
    let separator = '';
    for await (const row of readRows(db, table, accountId)) {
      yield `${separator}\n${JSON.stringify(shown(row, table))}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}\n';
}

const auditTable: AccountTable = { table: 'audit_log', owner: 'account_id', order: ['entry_id'] };

type Row = Record<string, unknown>;

async function* readRows(
  db: Kysely<StoreSchema>,
  table: AccountTable,
  accountId: string,
): AsyncGenerator<Row> {
  const [first, ...others] = table.order;
  let last: unknown;
  for (;;) {
    let query = db
      .selectFrom(table.table)
      .selectAll()
      .where(table.owner as never, 'in', rowsOf(db, table, accountId) as never)
      .orderBy(first as never);
    for (const column of others) query = query.orderBy(column as never);
    // a composite key cannot continue; such tables have few rows of one account
    if (others.length === 0) query = query.limit(pageRows);
    if (last !== undefined) query = query.where(first as never, '>', last as never);
    const rows = (await query.execute()) as Row[];
    yield* rows;
    if (others.length > 0 || rows.length < pageRows) return;
    last = rows.at(-1)?.[first];
  }
}

function shown(row: Row, { secrets = [] }: AccountTable): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !secrets.includes(name))
      .map(([name, value]) => [name, shownValue(name, value)]),
  );
}

const jsonColumns: readonly string[] = [
  'parameters',
  'embed_hosts',
  'settings',
  'permissions',
  'addons',
  'line_items',
  'facts',
  'details',
];

function shownValue(name: string, value: unknown): unknown {
  if (name.endsWith('_at') && typeof value === 'number') return iso(value);
  return jsonColumns.includes(name) && typeof value === 'string' ? JSON.parse(value) : value;
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
