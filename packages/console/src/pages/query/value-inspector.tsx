import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result } from '../../data/result.ts';
import { displayText, nestedText, plainText, sqlLiteral } from '../../data/show-value.ts';
import type { Cell } from '../../grid/move-cursor.ts';
import { copyText } from '../../parts/copy-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { quoteName } from '../../sql/read-sql.ts';
import { count } from '../../text/format.ts';
import { resultWords } from '../../text/result-words.ts';
import { cellText, visibleText } from '../../text/visible.ts';
import { words } from '../../text/words.ts';

/** Longest text that is shown; Copy takes the whole. */
const shownMax = 20_000;

/** The whole of one value, with what can be done with it. */
export function ValueInspector({
  result,
  cell: { row, column: index },
  onFilter,
  onSort,
  onClose,
}: {
  result: Result;
  cell: Cell;
  onFilter: (condition: string) => void;
  /** Takes the name of the column. */
  onSort: (column: string) => void;
  onClose: () => void;
}): JSX.Element | null {
  const [isWhole, setWhole] = useState(false);
  const column = result.columns[index];
  if (column === undefined) return null;
  const value = result.at(row, index);
  const isNull = value === null || value === undefined;
  const text = isNull ? 'NULL' : column.kind === 'nested' ? nestedText(value, 2) : plainText(value, column);
  const literal = sqlLiteral(value, column);
  const name = quoteName(column.name);
  const link = /^https?:\/\/\S+$/.test(text) ? text : undefined;
  return (
    <aside class="inspector" aria-label={resultWords.grid.inspector}>
      <header>
        <b>{isWhole ? resultWords.grid.wholeRow : visibleText(column.name)}</b>
        <small>
          {isWhole ? '' : `${column.typeName} · `}
          {resultWords.grid.row(row + 1)}
        </small>
        <button type="button" class="quiet square" aria-label={words.shell.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {isWhole ? (
        <div class="whole-row" tabIndex={0} role="region" aria-label={resultWords.grid.wholeRow}>
          <dl>
            {result.columns.map((each, at) => (
              <div key={each.name}>
                <dt>{cellText(each.name)}</dt>
                <dd dir="auto">{cellText(displayText(result.at(row, at), each))}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <pre
          class={isNull ? 'null' : ''}
          tabIndex={0}
          role="region"
          aria-label={resultWords.grid.inspector}
          dir="auto"
        >
          {visibleLines(text.slice(0, shownMax))}
        </pre>
      )}
      {!isWhole && text.length > shownMax && (
        <p class="note">{`${count(text.length)} characters; the first ${count(shownMax)} are shown`}</p>
      )}
      <div class="row">
        <button type="button" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? resultWords.grid.oneValue : resultWords.grid.wholeRow}
        </button>
        <button type="button" onClick={() => onSort(column.name)}>
          {resultWords.grid.sort}
        </button>
        <button type="button" onClick={() => void copyText(isNull ? '' : text)}>
          <Icon name="copy" />
          {words.shell.copy}
        </button>
        {literal !== undefined && literal.length < 1_000 && (
          <>
            <button
              type="button"
              onClick={() => onFilter(isNull ? `${name} IS NULL` : `${name} = ${literal}`)}
            >
              {resultWords.grid.filter}
            </button>
            <button type="button" onClick={() => onFilter(`${name} IS DISTINCT FROM ${literal}`)}>
              {resultWords.grid.exclude}
            </button>
          </>
        )}
        {link !== undefined && (
          <a class="button" href={link} target="_blank" rel="noreferrer noopener">
            {isPicture(column.name, link) ? resultWords.grid.openPicture : resultWords.grid.openLink}
          </a>
        )}
      </div>
    </aside>
  );
}

/** Whether an address is that of a picture: the page loads nothing of other hosts, and so it opens beside it. */
const isPicture = (column: string, link: string) =>
  /cover|avatar|picture|thumb|image/i.test(column) || /\.(avif|gif|jpe?g|png|webp)(\?|$)/i.test(link);

/** Line breaks stay; what hides is made visible. */
const visibleLines = (text: string) => text.split('\n').map(visibleText).join('\n');
