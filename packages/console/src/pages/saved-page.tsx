import '../style/pages.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { listShares, revokeShare } from '../api/saved.ts';
import { announce } from '../parts/announce.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { writeParameter } from '../sql/read-parameter.ts';
import {
  deleteSaved,
  forgetHistory,
  type HistoryEntry,
  history,
  loadSaved,
  type SavedQuery,
  saved,
} from '../state/history.ts';
import { addressFacts, newTab } from '../state/query-tabs.ts';
import { addressOf } from '../state/router.ts';
import { user } from '../state/session.ts';
import { isKept } from '../state/store.ts';
import { dollarsText, instantText } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';
import { visibleText } from '../text/visible.ts';
import { words } from '../text/words.ts';

/** Saved queries by folder, and what ran in this browser. */
export function SavedPage(): JSX.Element {
  const [search, setSearch] = useState('');
  const [isStored, setStored] = useState(true);
  useEffect(() => {
    void isKept().then(setStored);
  }, []);
  const { notice } = useLoaded(async () => {
    await loadSaved();
    return true;
  }, [user.value?.id]);
  const wanted = search.trim().toLowerCase();
  const queries = saved.value.filter(({ name, folder, sql }) =>
    `${name} ${folder} ${sql}`.toLowerCase().includes(wanted),
  );
  const runs = history.value.filter(({ sql }) => sql.toLowerCase().includes(wanted));
  return (
    <div class="page">
      <h1>{pageWords.saved.title}</h1>
      <p class="lead">{about(isStored)}</p>
      {saved.value.length === 0 && notice}
      <label class="field inline">
        {pageWords.saved.search}
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      <section class="card" aria-labelledby="saved-queries">
        <h2 id="saved-queries">{pageWords.saved.queries}</h2>
        {queries.length === 0 && notice === undefined && (
          <p class="empty">
            {saved.value.length === 0 ? pageWords.saved.noQueries : pageWords.saved.noFound}
          </p>
        )}
        {[...Map.groupBy(queries, ({ folder }) => folder)].sort().map(([folder, inside]) => (
          <div key={folder}>
            <h3>{folder === '' ? pageWords.saved.noFolder : visibleText(folder)}</h3>
            <ul class="lines">
              {inside.map((query) => (
                <SavedLine key={query.id} query={query} />
              ))}
            </ul>
          </div>
        ))}
      </section>
      <section class="card" aria-labelledby="history">
        <header class="card-head">
          <h2 id="history">{pageWords.saved.history}</h2>
          {history.value.length > 0 && (
            <button type="button" onClick={() => void forgetHistory()}>
              {pageWords.saved.clear}
            </button>
          )}
        </header>
        {runs.length === 0 && (
          <p class="empty">
            {history.value.length === 0 ? pageWords.saved.noHistory : pageWords.saved.noFound}
          </p>
        )}
        <ul class="lines">
          {runs.map((entry) => (
            <HistoryLine key={entry.id} entry={entry} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function about(isStored: boolean): string {
  if (!isStored) return pageWords.saved.notKept;
  return user.value === undefined ? pageWords.saved.aboutHere : pageWords.saved.about;
}

function SavedLine({ query }: { query: SavedQuery }): JSX.Element {
  return (
    <li>
      <span class="row">
        <b>{visibleText(query.name)}</b>
        {query.isHere && user.value !== undefined && <span class="badge">{pageWords.saved.here}</span>}
      </span>
      <code class="sql-line">{oneLine(query.sql)}</code>
      <span class="row line-actions">
        <a
          class="button"
          href={addressOfQuery(query, { title: query.name, view: query.view, chart: query.chart })}
          aria-label={`${pageWords.saved.open} ${visibleText(query.name)}`}
        >
          {pageWords.saved.open}
        </a>
        <button
          type="button"
          aria-label={`${pageWords.saved.remove} ${visibleText(query.name)}`}
          onClick={() => void deleteSaved(query).catch((error: Error) => announce(error.message))}
        >
          {pageWords.saved.remove}
        </button>
      </span>
      {!query.isHere && <Shares queryId={query.id} />}
    </li>
  );
}

/** The shared addresses of a query, which are read when they are asked for. */
function Shares({ queryId }: { queryId: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{pageWords.saved.shares}</summary>
      {isOpen && <ShareList queryId={queryId} />}
    </details>
  );
}

function ShareList({ queryId }: { queryId: string }): JSX.Element {
  const { value, notice, reload } = useLoaded(() => listShares(queryId), [queryId]);
  if (value === undefined) return <>{notice}</>;
  if (value.length === 0) return <p class="empty">{pageWords.saved.noShares}</p>;
  const revoke = async (shareId: string) => {
    await revokeShare(queryId, shareId).catch((error: Error) => announce(error.message));
    reload();
  };
  return (
    <ul class="lines">
      {value.map(({ share_id, page_url, title, row_count, expires_at }) => (
        <li key={share_id}>
          <a href={new URL(page_url).pathname}>{visibleText(title)}</a>
          <small>
            {row_count === null ? pageWords.saved.rowsGone : pageWords.saved.ran(row_count)}
            {expires_at !== null && ` · ${pageWords.saved.ends} ${instantText(Date.parse(expires_at))}`}
          </small>
          <button
            type="button"
            aria-label={`${pageWords.saved.revoke} ${visibleText(title)}`}
            onClick={() => void revoke(share_id)}
          >
            {pageWords.saved.revoke}
          </button>
        </li>
      ))}
    </ul>
  );
}

function HistoryLine({ entry }: { entry: HistoryEntry }): JSX.Element {
  const facts = [
    instantText(entry.at),
    words.query.states[entry.state as 'done'],
    pageWords.saved.ran(entry.rows),
    entry.cost === '' ? '' : dollarsText(entry.cost),
    entry.snapshotId === '' ? '' : `${pageWords.saved.snapshot} ${entry.snapshotId.slice(0, 8)}`,
  ].filter((text) => text !== '');
  return (
    <li>
      <small>{facts.join(' · ')}</small>
      <code class="sql-line">{oneLine(entry.sql)}</code>
      {entry.message !== '' && <span class="bad">{entry.message}</span>}
      <span class="row line-actions">
        <a
          class="button"
          href={addressOfQuery(entry)}
          aria-label={`${pageWords.saved.open}: ${oneLine(entry.sql).slice(0, 80)}`}
        >
          {pageWords.saved.open}
        </a>
        {entry.snapshotId !== '' && (
          <a
            class="button"
            href={addressOfQuery(entry, { snapshotId: entry.snapshotId })}
            aria-label={`${pageWords.saved.again}: ${oneLine(entry.sql).slice(0, 80)}`}
          >
            {pageWords.saved.again}
          </a>
        )}
      </span>
    </li>
  );
}

function addressOfQuery(
  { sql, platform, limit, parameters }: SavedQuery | HistoryEntry,
  facts: { title?: string; view?: string; chart?: string; snapshotId?: string } = {},
): string {
  const typed = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    writeParameter(value),
  ]);
  const view = (facts.view ?? 'rows') as 'rows';
  const { tab: _own, ...rest } = addressFacts(
    newTab({
      sql,
      platform,
      limit,
      parameters: Object.fromEntries(typed),
      view,
      chart: facts.chart ?? '',
      snapshotId: facts.snapshotId ?? '',
    }),
  );
  return addressOf('query', { ...rest, title: facts.title ?? '' });
}

const oneLine = (sql: string) => visibleText(sql.replace(/\s+/g, ' ').trim().slice(0, 300));
