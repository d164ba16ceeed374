import { signal } from '@preact/signals';
import { type AccountQuery, listQueries, removeQuery, type Shown, storeQuery } from '../api/saved.ts';
import type { Question } from '../api/sql.ts';
import { user } from './session.ts';
import { forget, forgetAll, keep, newId, readAll } from './store.ts';

/** A query that ran in this browser. */
export interface HistoryEntry extends Question {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  state: string;
  rows: number;
  cost: string;
  snapshotId: string;
  ms: number;
  message: string;
}

/** A query that was saved under a name, in the account or, with a data key, in this browser. */
export interface SavedQuery extends Question, Shown {
  id: string;
  isHere: boolean;
  name: string;
  folder: string;
  at: number;
}

export const historyMax = 500;
export const savedMax = 500;

export const history = signal<readonly HistoryEntry[]>([]);
export const saved = signal<readonly SavedQuery[]>([]);

let loading: Promise<void> | undefined;

/** Reads what this browser keeps, once. */
export function loadHistory(): Promise<void> {
  loading ??= (async () => {
    const [entries, queries] = await Promise.all([
      readAll<HistoryEntry>('history'),
      readAll<SavedQuery>('saved'),
    ]);
    history.value = entries.sort((a, b) => b.at - a.at);
    saved.value = inOrder(queries.map((query) => ({ ...query, isHere: true })));
  })();
  return loading;
}

/** Reads the queries of the account beside those of this browser. @throws ApiError, Unreachable. */
export async function loadSaved(): Promise<void> {
  await loadHistory();
  const inAccount = user.peek() === undefined ? [] : await listQueries();
  const here = saved.peek().filter(({ isHere }) => isHere);
  saved.value = inOrder([...here, ...inAccount.map(ofAccount)]);
}

/** Keeps what ran; beyond the limit the oldest is forgotten. */
export async function remember(
  question: Question,
  facts: Pick<HistoryEntry, 'state' | 'rows' | 'cost' | 'snapshotId' | 'ms' | 'message'>,
): Promise<void> {
  await loadHistory();
  const entry: HistoryEntry = { id: newId(), at: Date.now(), ...question, ...facts };
  const all = [entry, ...history.peek()];
  history.value = all.slice(0, historyMax);
  await keep('history', entry);
  for (const { id } of all.slice(historyMax)) await forget('history', id);
}

/** Saves a query, in place of the one with its name and folder. @throws ApiError, Unreachable. */
export async function saveQuery(
  question: Question,
  facts: Pick<SavedQuery, 'name' | 'folder' | 'view' | 'chart'>,
): Promise<SavedQuery> {
  await loadSaved();
  const isHere = user.peek() === undefined;
  const same = saved
    .peek()
    .find((each) => each.isHere === isHere && each.name === facts.name && each.folder === facts.folder);
  const query: SavedQuery = isHere
    ? { id: same?.id ?? newId(), at: Date.now(), isHere, ...question, ...facts }
    : ofAccount(await storeQuery(question, { ...facts, id: same?.id }));
  const rest = saved.peek().filter(({ id }) => id !== query.id);
  if (isHere) {
    if (rest.filter((each) => each.isHere).length >= savedMax)
      throw new Error(`This browser keeps ${savedMax} saved queries; delete one first`);
    await keep('saved', query);
  }
  saved.value = inOrder([...rest, query]);
  return query;
}

/** Deletes a saved query; its shared addresses end. @throws ApiError, Unreachable. */
export async function deleteSaved({ id, isHere }: SavedQuery): Promise<void> {
  if (isHere) await forget('saved', id);
  else await removeQuery(id);
  saved.value = saved.peek().filter((each) => each.id !== id);
}

const ofAccount = (query: AccountQuery): SavedQuery => ({ ...query, isHere: false });

const inOrder = (queries: SavedQuery[]) => queries.sort((a, b) => a.name.localeCompare(b.name));

export async function forgetHistory(): Promise<void> {
  history.value = [];
  await forgetAll('history');
}
