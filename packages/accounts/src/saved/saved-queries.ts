import type { Platform, SqlParameters } from '@sdq/contract';
import type { Kysely, Transaction } from 'kysely';
import { orderedId } from '../store/ordered-id.ts';
import type { SavedQueryRow } from '../store/saved-schema.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { limitReached, lockAccount, refuseBeyond, savedLimits } from './saved-limits.ts';

/** What a user writes of a saved query. */
export interface SavedQueryText {
  name: string;
  /** Names separated by `/`; empty for none. */
  folder: string;
  description: string;
  platform: Platform;
  text: string;
  parameters: SqlParameters | null;
  /** Rows at most; null for the default. */
  limit: number | null;
  /** How a program shows the rows, as that program writes it; null for none. */
  view: string | null;
}

export interface SavedQuery extends SavedQueryText {
  queryId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Which saved queries to list: of a folder and those below it, with a text in name, description or SQL. */
export interface SavedQueryFilter {
  folder?: string | undefined;
  search?: string | undefined;
  platform?: Platform | undefined;
  /** Lists the queries after this one. */
  after?: string | undefined;
  limit: number;
}

export interface SavedQueryPage {
  queries: SavedQuery[];
  hasMore: boolean;
  /** How many queries match, on all pages. */
  total: number;
  /** All folders of the account with the number of queries in each, by name. */
  folders: { folder: string; queries: number }[];
}

/** Errors: `saved_limit_reached`. */
export async function insertSavedQuery(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  text: SavedQueryText,
  now: number,
): Promise<SavedQuery> {
  await lockAccount(store, transaction, accountId);
  const { queries, bytes } = await sizeOf(transaction, accountId);
  refuseBeyond(queries, savedLimits.queriesMax, 'saved queries', 'Delete queries that you no longer use');
  refuseBytes(bytes + bytesOf(text));
  const queryId = orderedId('qry', now);
  const row = {
    ...columnsOf(text),
    query_id: queryId,
    account_id: accountId,
    created_at: now,
    updated_at: now,
  };
  await transaction.insertInto('saved_queries').values(row).execute();
  return toSavedQuery(row);
}

/** Changes the given fields. Undefined when the account has no such query. Errors: `saved_limit_reached`. */
export async function updateSavedQuery(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  { queryId, changes }: { queryId: string; changes: Partial<SavedQueryText> },
  now: number,
): Promise<SavedQuery | undefined> {
  await lockAccount(store, transaction, accountId);
  const former = await findSavedQuery({ db: transaction }, accountId, queryId);
  if (former === undefined) return undefined;
  const text = { ...former, ...changes };
  const { bytes } = await sizeOf(transaction, accountId);
  refuseBytes(bytes - bytesOf(former) + bytesOf(text));
  await transaction
    .updateTable('saved_queries')
    .set({ ...columnsOf(text), updated_at: now })
    .where('query_id', '=', queryId)
    .execute();
  return { ...text, updatedAt: new Date(now) };
}

export async function findSavedQuery(
  { db }: { db: Kysely<StoreSchema> },
  accountId: string,
  queryId: string,
): Promise<SavedQuery | undefined> {
  const row = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('query_id', '=', queryId)
    .executeTakeFirst();
  return row === undefined ? undefined : toSavedQuery(row);
}

/** Newest first. Texts are compared without case; an account has at most 4 MiB of them, which are read at once. */
export async function listSavedQueries(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  { folder, search, platform, after, limit }: SavedQueryFilter,
): Promise<SavedQueryPage> {
  const rows = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('query_id', 'desc')
    .execute();
  const all = rows.map(toSavedQuery);
  const counts = new Map<string, number>();
  for (const query of all) counts.set(query.folder, (counts.get(query.folder) ?? 0) + 1);
  const sought = search?.trim().toLowerCase() ?? '';
  const matching = all.filter(
    (query) =>
      (folder === undefined || query.folder === folder || query.folder.startsWith(`${folder}/`)) &&
      (platform === undefined || query.platform === platform) &&
      [query.name, query.description, query.text].some((text) => text.toLowerCase().includes(sought)),
  );
  const rest = after === undefined ? matching : matching.filter(({ queryId }) => queryId < after);
  return {
    queries: rest.slice(0, limit),
    hasMore: rest.length > limit,
    total: matching.length,
    folders: [...counts]
      .filter(([name]) => name !== '')
      .map(([name, queries]) => ({ folder: name, queries }))
      .sort((one, other) => (one.folder < other.folder ? -1 : 1)),
  };
}

async function sizeOf(
  transaction: Transaction<StoreSchema>,
  accountId: string,
): Promise<{ queries: number; bytes: number }> {
  const { queries, bytes } = await transaction
    .selectFrom('saved_queries')
    .select((eb) => [
      eb.fn.countAll<number>().as('queries'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { queries: Number(queries), bytes: Number(bytes) };
}

function refuseBytes(bytes: number): void {
  const { queryBytesMax } = savedLimits;
  if (bytes <= queryBytesMax) return;
  throw limitReached(
    `The saved queries of an account can have at most ${queryBytesMax.toLocaleString('en-US')} bytes together`,
    'Delete queries that you no longer use',
    queryBytesMax,
  );
}

function bytesOf({ name, folder, description, text, parameters, view }: SavedQueryText): number {
  const written = parameters === null ? '' : JSON.stringify(parameters);
  const texts = [name, folder, description, text, written, view ?? ''];
  return texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
}

function columnsOf(query: SavedQueryText) {
  const { name, folder, description, platform, text, parameters, limit, view } = query;
  return {
    name,
    folder,
    description,
    platform,
    query_text: text,
    parameters: parameters === null ? null : JSON.stringify(parameters),
    row_limit: limit,
    view,
    bytes: bytesOf(query),
  };
}

function toSavedQuery(row: SavedQueryRow): SavedQuery {
  return {
    queryId: row.query_id,
    name: row.name,
    folder: row.folder,
    description: row.description,
    platform: row.platform as Platform,
    text: row.query_text,
    parameters: row.parameters === null ? null : (JSON.parse(row.parameters) as SqlParameters),
    limit: row.row_limit,
    view: row.view,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
