import '../../style/grid.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../data/show-value.ts';
import { Grid } from '../../grid/grid.ts';
import type { Cell } from '../../grid/move-cursor.ts';
import { copyText } from '../../parts/copy-text.ts';
import { withCondition } from '../../sql/read-sql.ts';
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
  const [condition, setCondition] = useState('');
  const hasColumns = result !== undefined && result.columns.length > 0;
  useEffect(() => {
    if (host.current === null || !hasColumns) return;
    grid.current = new Grid(host.current, resultWords.grid.label, {
      onCell: (at, isOpened) => setCell((before) => (isOpened || before !== undefined ? at : undefined)),
      onPick: setCondition,
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
    setCondition('');
    if (result !== undefined && hasColumns) grid.current?.show(result);
  }, [result, hasColumns]);
  if (result === undefined) return <p class="empty">{words.query.noResult}</p>;
  if (!hasColumns) return <p class="empty">{result.state === 'running' ? words.query.running : ''}</p>;
  const asked = runOf(tab.id).asked.peek();
  const isCut = result.state === 'done' && result.rows === asked?.limit;
  return (
    <div class="rows-pane">
      {condition !== '' && asked !== undefined && (
        <FilterOffer
          sql={withCondition(asked.sql, condition)}
          condition={condition}
          tab={tab}
          onDone={() => setCondition('')}
        />
      )}
      <div class="rows-and-value">
        <div ref={host} />
        {cell !== undefined && cell.row < result.rows && (
          <ValueInspector
            result={result}
            cell={cell}
            onFilter={setCondition}
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

/** Shows the query with the filter before it takes the place of the one that is there. */
function FilterOffer({
  sql,
  condition,
  tab,
  onDone,
}: {
  sql: string;
  condition: string;
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
    <div class="filter-offer" role="group" aria-label={words.query.addFilter}>
      <span>{words.query.addFilter}</span>
      <code>WHERE {condition.length > 200 ? `${condition.slice(0, 200)}…` : condition}</code>
      <button type="button" class="primary" onClick={use}>
        {words.query.applyFilter}
      </button>
      <button type="button" onClick={onDone}>
        {words.query.keepQuery}
      </button>
    </div>
  );
}
