import { computed, signal } from '@preact/signals';
import { forget, keep, newId, readAll } from './store.ts';

export const views = ['rows', 'chart', 'plan', 'code'] as const;
export type View = (typeof views)[number];

/** What a query tab asks, and how it shows the answer. */
export interface QueryTab {
  id: string;
  title: string;
  platform: string;
  sql: string;
  limit: number;
  /** As typed; `readParameter` reads them. */
  parameters: Record<string, string>;
  view: View;
  /** The chosen chart, as the address names it; empty for the first suggestion. */
  chart: string;
  /** The snapshot that it reads; empty for the newest. */
  snapshotId: string;
}

export const tabsMax = 20;
export const limitDefault = 1_000;
export const rowsMax = 1_000_000;

const firstSql = `SELECT date_trunc('month', create_time) AS month,
       count(*) AS videos,
       sum(play_count) AS plays
FROM videos
GROUP BY ALL
ORDER BY month`;

export const tabs = signal<readonly QueryTab[]>([]);
export const activeId = signal('');
export const active = computed(() => tabs.value.find(({ id }) => id === activeId.value) ?? tabs.value[0]);

export function newTab(facts: Partial<QueryTab> = {}): QueryTab {
  return {
    id: newId(),
    title: '',
    platform: 'shortvideo',
    sql: '',
    limit: limitDefault,
    parameters: {},
    view: 'rows',
    chart: '',
    snapshotId: '',
    ...facts,
  };
}

/** Opens the tabs that this browser kept, and what the address names. */
export async function openTabs(facts: URLSearchParams): Promise<void> {
  if (tabs.peek().length === 0) {
    const kept = (await readAll<QueryTab>('tabs')).map((tab) => ({ ...newTab(), ...tab }));
    tabs.value = kept.length > 0 ? kept.slice(-tabsMax) : [newTab({ sql: firstSql })];
    activeId.value = tabs.value.at(-1)?.id ?? '';
  }
  showAddress(facts);
}

/** Shows the tab that an address names, or opens one for it. */
export function showAddress(facts: URLSearchParams): void {
  const sql = facts.get('sql');
  const id = facts.get('tab');
  if (sql === null) {
    if (id !== null && tabs.peek().some((tab) => tab.id === id)) activeId.value = id;
    return;
  }
  const given = factsOf(facts, sql);
  const found =
    tabs.peek().find((tab) => tab.id === id) ??
    tabs.peek().find((tab) => tab.sql === sql && tab.platform === given.platform);
  if (found === undefined) openTab(given);
  else {
    change(found.id, given);
    activeId.value = found.id;
  }
}

function factsOf(facts: URLSearchParams, sql: string): Partial<QueryTab> & { platform: string } {
  const view = facts.get('view') as View | null;
  const limit = Number(facts.get('limit') ?? limitDefault);
  const parameters = [...facts]
    .filter(([name]) => name.startsWith('p.'))
    .map(([name, value]): [string, string] => [name.slice(2), value]);
  return {
    sql,
    ...(facts.get('title') && { title: facts.get('title') ?? '' }),
    platform: facts.get('platform') ?? 'shortvideo',
    limit: Number.isInteger(limit) && limit >= 1 && limit <= rowsMax ? limit : limitDefault,
    parameters: Object.fromEntries(parameters),
    view: view !== null && views.includes(view) ? view : 'rows',
    chart: facts.get('chart') ?? '',
    snapshotId: facts.get('snapshot') ?? '',
  };
}

/** What an address says of a tab. */
export function addressFacts(tab: QueryTab): Record<string, string> {
  return {
    sql: tab.sql,
    platform: tab.platform === 'shortvideo' ? '' : tab.platform,
    limit: tab.limit === limitDefault ? '' : String(tab.limit),
    view: tab.view === 'rows' ? '' : tab.view,
    chart: tab.view === 'chart' ? tab.chart : '',
    snapshot: tab.snapshotId,
    ...Object.fromEntries(Object.entries(tab.parameters).map(([name, value]) => [`p.${name}`, value])),
    tab: tab.id,
  };
}

/** Opens a tab; beyond the limit the oldest is closed. */
export function openTab(facts: Partial<QueryTab> = {}): void {
  const tab = newTab(facts);
  const all = [...tabs.peek(), tab];
  for (const { id } of all.slice(0, -tabsMax)) void forget('tabs', id);
  tabs.value = all.slice(-tabsMax);
  activeId.value = tab.id;
  void keep('tabs', tab);
}

export function closeTab(id: string): void {
  const at = tabs.peek().findIndex((tab) => tab.id === id);
  const rest = tabs.peek().filter((tab) => tab.id !== id);
  tabs.value = rest.length > 0 ? rest : [newTab()];
  if (activeId.peek() === id) activeId.value = (tabs.peek()[Math.max(0, at - 1)] ?? tabs.peek()[0])?.id ?? '';
  void forget('tabs', id);
}

export function change(id: string, facts: Partial<QueryTab>): void {
  tabs.value = tabs.peek().map((tab) => (tab.id === id ? { ...tab, ...facts } : tab));
  const changed = tabs.peek().find((tab) => tab.id === id);
  if (changed !== undefined) void keep('tabs', changed);
}

/** What a tab is called: its title, else the beginning of its query. */
export function titleOf({ title, sql }: QueryTab): string {
  if (title !== '') return title;
  const text = sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const table = /\bFROM\s+([\w."]+)/i.exec(text)?.[1];
  if (text === '') return 'New query';
  return table === undefined ? text.slice(0, 24) : `${text.split(' ')[0]?.toLowerCase()} · ${table}`;
}
