import '../../style/grid.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../data/show-value.ts';
import { Grid } from '../../grid/grid.ts';
import type { Cell } from '../../grid/move-cursor.ts';
import { copyText } from '../../parts/copy-text.ts';
import { withClause, withOrder } from '../../sql/read-sql.ts';
import { runOf } from '../../state/query-run.ts';
import { limitDefault, openTab, type QueryTab } from '../../state/query-tabs.ts';
import { resultWords } from '../../text/result-words.ts';
import { words } from '../../text/words.ts';
import { editor, writeAddress } from './run-query.ts';
import { ValueInspector } from './value-inspector.tsx';
import type { ViewProps } from './view-props.ts';

/** The rows, and the value that is selected. */
export function RowsPane({ tab, result }: ViewProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | undefined>(undefined);
  const latest = useRef(result);
  latest.current = result;
  const [cell, setCell] = useState<Cell | undefined>();
  const [offer, setOffer] = useState<{ sql: string; clause: string } | undefined>();
  const askedSql = () => runOf(tab.id).asked.peek()?.sql ?? '';
  const filter = (condition: string) => {
    const clause = `WHERE ${condition}`;
    setOffer({ clause, sql: withClause(askedSql(), clause) });
  };
  const sort = (column: string) => setOffer(withOrder(askedSql(), column));
  const hasColumns = result !== undefined && result.columns.length > 0;
  useEffect(() => {
    if (host.current === null || !hasColumns) return;
    grid.current = new Grid(host.current, resultWords.grid.label, {
      onCell: (at, isOpened) => setCell((before) => (isOpened || before !== undefined ? at : undefined)),
      onPick: filter,
      onSort: sort,
      onCopy: ({ row, column }) => {
        const shown = latest.current;
        const described = shown?.columns[column];
        if (shown && described) void copyText(plainText(shown.at(row, column), described));
      },
    });
    return () => grid.current?.close();
  }, [hasColumns]);
  useEffect(() => {
    setCell(undefined);
    setOffer(undefined);
    if (result !== undefined && hasColumns) grid.current?.show(result);
  }, [result, hasColumns]);
  if (result === undefined) return <p class="empty">{words.query.noResult}</p>;
  if (!hasColumns) return <p class="empty">{result.state === 'running' ? words.query.running : ''}</p>;
  const asked = runOf(tab.id).asked.peek();
  const isCut = result.state === 'done' && result.rows === asked?.limit;
  return (
    <div class="rows-pane">
      {offer !== undefined && <ClauseOffer {...offer} tab={tab} onDone={() => setOffer(undefined)} />}
      <div class="rows-and-value">
        <div ref={host} />
        {cell !== undefined && cell.row < result.rows && (
          <ValueInspector
            result={result}
            cell={cell}
            onFilter={filter}
            onSort={sort}
            onClose={() => setCell(undefined)}
          />
        )}
      </div>
      {result.state === 'done' && result.rows === 0 && <p class="empty over">{words.query.noRows}</p>}
      {result.state === 'cancelled' && <p class="note foot">{words.query.delivered(result.rows)}</p>}
      {isCut && <p class="note foot">{words.query.limited(result.rows)}</p>}
    </div>
  );
}

/** Shows the filter or order before the query with it takes the place of the one that is there. */
function ClauseOffer({
  sql,
  clause,
  tab,
  onDone,
}: {
  sql: string;
  clause: string;
  tab: QueryTab;
  onDone: () => void;
}): JSX.Element {
  const use = () => {
    if (editor.peek() === undefined) openTab({ sql, platform: tab.platform, limit: limitDefault });
    else editor.peek()?.replace(sql);
    writeAddress(true);
    onDone();
  };
  return (
    <div class="filter-offer" role="group" aria-label={words.query.addClause}>
      <span>{words.query.addClause}</span>
      <code>{clause.length > 200 ? `${clause.slice(0, 200)}…` : clause}</code>
      <button type="button" class="primary" onClick={use}>
        {words.query.applyFilter}
      </button>
      <button type="button" onClick={onDone}>
        {words.query.keepQuery}
      </button>
    </div>
  );
}
