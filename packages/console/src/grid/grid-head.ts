import type { Column } from '../data/column.ts';
import { type ColumnStatistics, columnStatistics, distinctText } from '../data/column-statistics.ts';
import type { Result } from '../data/result.ts';
import { displayText, sqlLiteral } from '../data/show-value.ts';
import { quoteName } from '../sql/read-sql.ts';
import { count } from '../text/format.ts';
import { resultWords } from '../text/result-words.ts';
import { cellText } from '../text/visible.ts';
import { make } from './make-element.ts';

/** Takes the condition that a click on the statistics stands for, and its words. */
export type PickValue = (condition: string) => void;

/**
 * The header of the table: names, types, and statistics when all rows are there. It lies outside of what scrolls: Firefox
 * loses a sticky element within millions of pixels.
 */
export class GridHead {
  readonly element = make('div', 'grid-top', { role: 'rowgroup' });
  readonly #row = make('div', 'grid-head', { role: 'row' });
  readonly #onPick: PickValue;
  readonly #onSort: ((column: string) => void) | undefined;
  #described: Result | undefined;

  constructor(onPick: PickValue, onSort?: (column: string) => void) {
    this.#onPick = onPick;
    this.#onSort = onSort;
    this.element.append(this.#row);
  }

  clear(): void {
    this.#row.replaceChildren();
    this.#described = undefined;
  }

  show(columns: readonly Column[]): void {
    const heads = columns.map(({ name, typeName }) => {
      const head = make('div', '', { role: 'columnheader' });
      const title = make('div', 'grid-name', {}, cellText(name));
      // for the pointer, as the bars are: the inspector has the same for the keyboard
      const onSort = this.#onSort;
      title.title = `${cellText(name)}${onSort === undefined ? '' : `\n${resultWords.grid.clickSorts}`}`;
      if (onSort !== undefined) {
        title.classList.add('sorts');
        title.addEventListener('click', () => onSort(name));
      }
      head.append(title, make('small', '', {}, typeName), make('div', 'grid-statistics'));
      return head;
    });
    this.#row.replaceChildren(
      make('div', '', { role: 'columnheader' }, resultWords.grid.rowNumber),
      ...heads,
    );
  }

  scrollTo(left: number): void {
    this.element.scrollLeft = left;
  }

  placeOf(column: number): { left: number; width: number } {
    const head = this.#row.children[column + 1] as HTMLElement | undefined;
    return { left: head?.offsetLeft ?? 0, width: head?.offsetWidth ?? 0 };
  }

  /** Reads the statistics of one column after the other, while the browser has nothing else to do. */
  describe(result: Result): void {
    if (this.#described === result || result.rows === 0) return;
    this.#described = result;
    // a browser that is never idle describes them nevertheless
    const whenIdle = (run: () => void) =>
      'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 1_000 }) : setTimeout(run, 1);
    const next = (index: number) => {
      if (this.#described !== result || index >= result.columns.length) return;
      const column = result.columns[index];
      const place = this.#row.children[index + 1]?.lastElementChild;
      if (column !== undefined && place)
        this.#draw(place as HTMLElement, column, columnStatistics(result, index));
      whenIdle(() => next(index + 1));
    };
    whenIdle(() => next(0));
  }

  #draw(place: HTMLElement, column: Column, statistics: ColumnStatistics): void {
    const { range, top, distinct = 0, nulls, isSampled, read } = statistics;
    place.replaceChildren();
    const notes = [
      nulls > 0 ? `${Math.round((100 * nulls) / read) || '<1'} % NULL` : '',
      isSampled ? resultWords.grid.sampled : '',
    ];
    if (range !== undefined) {
      const most = Math.max(...range.bins);
      const bars = make('div', 'grid-bars');
      range.bins.forEach((value, i) => {
        const [from, to] = [range.edges[i] ?? 0, range.edges[i + 1] ?? 0];
        const isLast = i === range.bins.length - 1;
        bars.append(
          this.#part(
            rangeCondition(column, from, to, isLast),
            `${edgeText(from, column)} – ${edgeText(to, column)}: ${count(value)}`,
            `${value === 0 ? 0 : Math.max(6, (100 * value) / most)}%`,
            'block',
          ),
        );
      });
      notes.unshift(`${edgeText(range.min, column)} – ${edgeText(range.max, column)}`);
      place.append(bars);
    } else if (top !== undefined) {
      const shares = make('div', 'grid-shares');
      for (const { value, text, count: times } of top) {
        const literal = sqlLiteral(value, column);
        const condition = literal === undefined ? '' : `${quoteName(column.name)} = ${literal}`;
        const share = (100 * times) / Math.max(1, read - nulls);
        shares.append(
          this.#part(condition, `${cellText(text).slice(0, 60)}: ${count(times)}`, `${share}%`, 'inline'),
        );
      }
      notes.unshift(
        `${distinctText(distinct)} ${distinct === 1 ? resultWords.grid.value : resultWords.grid.values}`,
      );
      place.append(shares);
    }
    const note = notes.filter((text) => text !== '').join(' · ');
    place.append(make('small', '', { title: note }, note));
  }

  /** One bar. It is for the pointer: the inspector has the same for the keyboard. */
  #part(condition: string, title: string, size: string, direction: 'block' | 'inline'): HTMLElement {
    const part = make('span', 'grid-part');
    part.title = condition === '' ? title : `${title}\n${resultWords.grid.clickFilters}`;
    const bar = make('span');
    if (direction === 'block') bar.style.height = size;
    else part.style.width = size;
    part.append(bar);
    if (condition !== '') part.addEventListener('click', () => this.#onPick(condition));
    return part;
  }
}

function rangeCondition(column: Column, from: number, to: number, isLast: boolean): string {
  const literal = (value: number) => {
    if (column.kind === 'integer') return String(Math.ceil(value));
    if (column.kind === 'decimal' || column.kind === 'float') return String(value);
    return sqlLiteral(Math.round(value), column) ?? 'NULL';
  };
  const name = quoteName(column.name);
  return `${name} >= ${literal(from)} AND ${name} ${isLast ? '<=' : '<'} ${literal(to)}`;
}

function edgeText(value: number, column: Column): string {
  if (column.kind === 'integer' || (column.kind === 'decimal' && column.scale === 0))
    return count(Math.round(value));
  if (column.kind === 'decimal') return String(Number(value.toFixed(column.scale)));
  if (column.kind === 'float') return String(Number(value.toPrecision(4)));
  return displayText(Math.round(value), column).slice(0, 10);
}
