import { isNumber } from '../data/column.ts';
import type { Result } from '../data/result.ts';
import { displayText } from '../data/show-value.ts';
import { count } from '../text/format.ts';
import { cellText } from '../text/visible.ts';
import { GridHead, type PickValue } from './grid-head.ts';
import { make } from './make-element.ts';
import { type Cell, moveCursor } from './move-cursor.ts';
import { pixelsOf, rowHeight, scrolledTo, shownFrom } from './scroll-scale.ts';

export interface GridEvents {
  /** The cursor moved to a cell; `isOpened` where its value was asked for, by a click or Enter. */
  onCell(cell: Cell, isOpened: boolean): void;
  /** A click on a part of a column's statistics. */
  onPick: PickValue;
  /** A click on the name of a column; without it nothing can be sorted. */
  onSort?(column: string): void;
  onCopy(cell: Cell): void;
}

/** A table of any number of rows that holds elements only for those in sight, and uses them again while it scrolls. */
export class Grid {
  readonly #root: HTMLElement;
  readonly #events: GridEvents;
  readonly #head: GridHead;
  readonly #body = make('div', 'grid-body');
  readonly #filler = make('div', 'grid-filler');
  readonly #pane = make('div', 'grid-pane', { role: 'rowgroup' });
  readonly #sizes: ResizeObserver;
  #rows: HTMLElement[] = [];
  #result: Result | undefined;
  #columns = 0;
  #first = -1;
  #cursor: Cell = { row: 0, column: 0 };
  #cursorCell: HTMLElement | undefined;
  #stop = () => {};

  constructor(root: HTMLElement, label: string, events: GridEvents) {
    this.#root = root;
    this.#events = events;
    this.#head = new GridHead(events.onPick, events.onSort);
    root.className = 'grid';
    root.tabIndex = 0;
    root.setAttribute('role', 'grid');
    root.setAttribute('aria-label', label);
    this.#filler.append(this.#pane);
    this.#body.append(this.#filler);
    root.replaceChildren(this.#head.element, this.#body);
    this.#body.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#pane.addEventListener('mousedown', (event) => this.#clicked(event));
    root.addEventListener('keydown', (event) => this.#pressed(event));
    this.#sizes = new ResizeObserver(() => this.#draw(true));
    this.#sizes.observe(this.#body);
  }

  show(result: Result): void {
    this.#stop();
    this.#result = result;
    this.#columns = 0;
    this.#rows = [];
    this.#pane.replaceChildren();
    this.#head.clear();
    this.#cursor = { row: 0, column: 0 };
    this.#body.scrollTop = 0;
    let isPending = false;
    this.#stop = result.onChange(() => {
      if (isPending) return;
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        if (this.#result === result) this.#update(result);
      });
    });
    this.#update(result);
  }

  /** Ends it: rows that somebody still holds a table of would stay in memory. */
  close(): void {
    this.#stop();
    this.#stop = () => {};
    this.#sizes.disconnect();
    this.#result = undefined;
    this.#head.clear();
    this.#root.replaceChildren();
  }

  #update(result: Result): void {
    if (this.#columns !== result.columns.length) {
      this.#columns = result.columns.length;
      const widths = result.columns.map(({ width }) => `${width}px`).join(' ');
      this.#root.style.setProperty('--columns', `72px ${widths}`);
      this.#root.setAttribute('aria-colcount', String(this.#columns + 1));
      this.#head.show(result.columns);
    }
    this.#root.setAttribute('aria-rowcount', String(result.rows + 1));
    this.#filler.style.height = `${pixelsOf(result.rows)}px`;
    this.#draw(true);
    if (result.state !== 'running') this.#head.describe(result);
  }

  #scrolled(): void {
    this.#head.scrollTo(this.#body.scrollLeft);
    this.#draw(false);
  }

  #draw(isForced: boolean): void {
    const result = this.#result;
    if (result === undefined || result.columns.length === 0) return;
    const height = this.#body.clientHeight;
    const { first, offset, fit } = shownFrom(this.#body.scrollTop, height, result.rows);
    if (first === this.#first && !isForced) return;
    this.#first = first;
    // a cell that is no longer the cursor's loses the focus
    const isInside = this.#root.contains(document.activeElement);
    this.#pane.style.transform = `translateY(${offset}px)`;
    const shown = Math.max(0, Math.min(fit, result.rows - first));
    while (this.#rows.length < shown) this.#rows.push(this.#makeRow(result.columns.length));
    this.#cursorCell = undefined;
    this.#rows.forEach((row, i) => {
      row.hidden = i >= shown;
      if (i < shown) this.#fill(row, first + i, result);
    });
    this.#keepFocus(isInside);
  }

  /** The cell of the cursor is the one that Tab reaches; while it is out of sight, the table is. */
  #keepFocus(isInside: boolean): void {
    const place = this.#cursorCell ?? this.#root;
    this.#root.tabIndex = this.#cursorCell === undefined ? 0 : -1;
    if (isInside && document.activeElement !== place) place.focus({ preventScroll: true });
  }

  #makeRow(columns: number): HTMLElement {
    const row = make('div', '', { role: 'row' });
    row.append(make('div', '', { role: 'rowheader' }));
    for (let i = 0; i < columns; i++) row.append(make('div', '', { role: 'gridcell' }));
    this.#pane.append(row);
    return row;
  }

  #fill(element: HTMLElement, row: number, result: Result): void {
    element.dataset.row = String(row);
    element.setAttribute('aria-rowindex', String(row + 2));
    const [head, ...cells] = element.children as unknown as HTMLElement[];
    if (head !== undefined) head.textContent = count(row + 1);
    cells.forEach((cell, i) => {
      const column = result.columns[i];
      if (column === undefined) return;
      const value = result.at(row, i);
      const isNull = value === null || value === undefined;
      cell.textContent = cellText(displayText(value, column));
      cell.className = isNull ? 'null' : isNumber(column) ? 'number' : '';
      const isCursor = row === this.#cursor.row && i === this.#cursor.column;
      if (isCursor) {
        cell.classList.add('cursor');
        cell.tabIndex = 0;
        this.#cursorCell = cell;
      } else cell.removeAttribute('tabindex');
    });
  }

  #clicked(event: MouseEvent): void {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role=gridcell]');
    const row = cell?.parentElement;
    if (!cell || !row) return;
    this.#place({ row: Number(row.dataset.row), column: [...row.children].indexOf(cell) - 1 }, true);
  }

  #pressed(event: KeyboardEvent): void {
    const result = this.#result;
    if (result === undefined || result.rows === 0) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#place(this.#cursor, true);
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && getSelection()?.isCollapsed !== false) {
      this.#events.onCopy(this.#cursor);
      return;
    }
    const page = Math.max(1, Math.floor(this.#body.clientHeight / rowHeight) - 1);
    const moved = moveCursor(this.#cursor, event, page, result.rows, result.columns.length);
    if (moved === undefined) return;
    event.preventDefault();
    this.#reveal(moved, page, result.rows);
    this.#place(moved, false);
  }

  #place(cell: Cell, isOpened: boolean): void {
    this.#cursor = cell;
    this.#draw(true);
    this.#events.onCell(cell, isOpened);
  }

  /** Scrolls until the cell is in sight. */
  #reveal({ row, column }: Cell, page: number, rows: number): void {
    const height = this.#body.clientHeight;
    if (row < this.#first) this.#body.scrollTop = scrolledTo(row, height, rows);
    else if (row >= this.#first + page) this.#body.scrollTop = scrolledTo(row - page + 1, height, rows);
    const { left, width } = this.#head.placeOf(column);
    const { scrollLeft, clientWidth } = this.#body;
    if (left < scrollLeft) this.#body.scrollLeft = Math.max(0, left - 80);
    else if (left + width > scrollLeft + clientWidth) this.#body.scrollLeft = left + width - clientWidth;
    this.#scrolled();
  }
}
