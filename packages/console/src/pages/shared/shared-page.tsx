import '../../style/result.css';
import '../../style/grid.css';
import '../../style/pages.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/call.ts';
import { type OpenedShare, openShare, shareRows } from '../../api/saved.ts';
import { ChartView } from '../../chart/chart-view.tsx';
import { readChartAddress } from '../../chart/suggest-charts.ts';
import { Result } from '../../data/result.ts';
import { plainText } from '../../data/show-value.ts';
import { Grid } from '../../grid/grid.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { copyText } from '../../parts/copy-text.ts';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { addressOf, place } from '../../state/router.ts';
import { instantText } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { resultWords } from '../../text/result-words.ts';
import { visibleText } from '../../text/visible.ts';
import { words } from '../../text/words.ts';
import { suggestionsOf } from '../query/suggestions-of.ts';

/** A shared query with its rows: for everybody, read only. */
export function SharedPage(): JSX.Element {
  const { rest: id } = place.value;
  const { value, notice } = useLoaded(() => load(id), [id]);
  if (value === undefined) return <div class="page">{notice}</div>;
  if (typeof value === 'string')
    return (
      <div class="page">
        <p class="empty" role="alert">
          {value}
        </p>
      </div>
    );
  return <Shared id={id} {...value} />;
}

/** The share with its rows, or why there is none. */
async function load(id: string): Promise<{ share: OpenedShare; result: Result } | string> {
  try {
    const share = await openShare(id);
    const result = new Result();
    await result.read(await shareRows(id));
    return { share, result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return pageWords.shared.gone;
    if (error.status === 410) return pageWords.shared.rowsGone;
    throw error;
  }
}

function Shared({ id, share, result }: { id: string; share: OpenedShare; result: Result }): JSX.Element {
  const title = visibleText(share.title);
  const charts = suggestionsOf(result);
  const chart = readChartAddress(place.value.facts.get('chart') ?? '', result.columns) ?? charts[0];
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  const facts = pageWords.shared.facts(
    words.query.rows(share.rows_total),
    instantText(Date.parse(share.created_at)),
    share.snapshot_id.slice(0, 8),
  );
  return (
    <div class="page shared">
      <h1>{title}</h1>
      {share.description !== '' && <p class="lead">{visibleText(share.description)}</p>}
      <p class="note">
        {facts}. {pageWords.shared.about}{' '}
        {pageWords.shared.keptUntil(instantText(Date.parse(share.result_kept_until)))}
      </p>
      {share.truncated && <p class="note">{words.query.limited(share.rows_total)}</p>}
      {chart !== undefined && result.rows > 1 && <ChartView result={result} choice={chart} />}
      <RowsView result={result} />
      <p class="row">
        {(Object.keys(pageWords.shared.downloads) as (keyof typeof pageWords.shared.downloads)[]).map(
          (format) => (
            <a
              key={format}
              class="button"
              href={`/api/q/${encodeURIComponent(id)}?format=${format}`}
              download={`${share.title}.${format}`}
            >
              {words.query.download} {pageWords.shared.downloads[format]}
            </a>
          ),
        )}
        <a
          class="button"
          href={addressOf('query', { sql: share.query, platform: share.platform, title: share.title })}
        >
          {pageWords.shared.open}
        </a>
      </p>
      <section class="card" aria-labelledby="shared-query">
        <h2 id="shared-query">{pageWords.shared.query}</h2>
        <CodeBlock text={visibleText(share.query)} whole={share.query} label="SQL" />
        {share.parameters !== null && Object.keys(share.parameters).length > 0 && (
          <p>
            {pageWords.shared.parameters}: <code>{visibleText(JSON.stringify(share.parameters))}</code>
          </p>
        )}
      </section>
    </div>
  );
}

function RowsView({ result }: { result: Result }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (host.current === null) return;
    const textOf = (row: number, column: number) => {
      const described = result.columns[column];
      return described === undefined ? '' : plainText(result.at(row, column), described);
    };
    const grid = new Grid(host.current, resultWords.grid.label, {
      onCell: ({ row, column }, isOpened) => setShown(isOpened ? textOf(row, column).slice(0, 2_000) : ''),
      onPick: () => {},
      onCopy: ({ row, column }) => void copyText(textOf(row, column)),
    });
    grid.show(result);
    return () => grid.close();
  }, [result]);
  return (
    <div class="shared-rows">
      <div ref={host} />
      {shown !== '' && (
        <p class="note" role="status">
          {resultWords.grid.inspector}: {visibleText(shown)}
        </p>
      )}
      {result.rows === 0 && <p class="empty">{words.query.noRows}</p>}
    </div>
  );
}
