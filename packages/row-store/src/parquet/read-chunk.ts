import { absent } from '../decode/column-decoder.ts';
import type { RowValues } from '../row-set.ts';
import { Dictionary } from './dictionary.ts';
import type { ColumnChunk } from './footer.ts';
import type { PageBytes } from './page-bytes.ts';
import { type PageHeader, pageTypes, readPageHeader } from './page-header.ts';
import { readValues, type ValuesOfPage } from './read-values.ts';
import { Runs } from './runs.ts';
import type { StoredColumn } from './storage.ts';
import { unreadable } from './unreadable.ts';

/** Memory in which pages are decompressed, one after the other. */
export interface PageMemory {
  readonly data: PageBytes;
  readonly dictionary: PageBytes;
  /** For the pages as they are stored. */
  chunk(bytes: number): Buffer;
}

/** Levels of a list that is NULL, one without elements, and an element that is NULL, or not. */
const listLevels = { empty: 1, nullElement: 2, element: 3 } as const;

/**
 * Reads rows of a column chunk, whose bytes are given: `rows` are their numbers in the row group, ascending. Calls `take` with
 * their values, some for each page that has any. Throws `UnreadableParquet`.
 */
export function readChunk(
  bytes: Uint8Array,
  { codec, values }: Pick<ColumnChunk, 'codec' | 'values'>,
  column: StoredColumn,
  rows: Uint32Array,
  memory: PageMemory,
  take: (values: RowValues, rows: number) => void,
): void {
  let dictionary = new Dictionary(memory.dictionary, 0);
  let firstRow = 0;
  let valuesBefore = 0;
  let done = 0;
  for (let at = 0; done < rows.length && valuesBefore < values; ) {
    const header = readPageHeader(bytes, at);
    const page = bytes.subarray(header.end, header.end + header.bytes);
    if (page.length < header.bytes) throw unreadable('a page ends too early');
    at = header.end + header.bytes;
    if (header.type === pageTypes.dictionary) {
      memory.dictionary.open(page, header.plainBytes, codec);
      dictionary = new Dictionary(memory.dictionary, header.values);
      continue;
    }
    if (header.type !== pageTypes.data) throw unreadable(`a page is of type ${header.type}`);
    valuesBefore += header.values;
    const open = () => {
      memory.data.open(page, header.plainBytes, codec);
      return memory.data;
    };
    const part = column.isList
      ? new ListPage(open(), header, column, dictionary, (rows.at(-1) as number) + 1 - firstRow)
      : new ScalarPage(open, header, column, dictionary);
    const end = firstRow + part.rows;
    let to = done;
    while (to < rows.length && (rows[to] as number) < end) to++;
    if (to > done) {
      const picks = rows.slice(done, to).map((row) => row - firstRow);
      take(part.read(picks), picks.length);
      done = to;
    }
    firstRow = end;
  }
  if (done < rows.length) throw unreadable('a column has too few rows');
}

class ScalarPage {
  readonly rows: number;
  readonly #open: () => PageBytes;
  readonly #header: PageHeader;
  readonly #column: StoredColumn;
  readonly #dictionary: Dictionary;

  constructor(open: () => PageBytes, header: PageHeader, column: StoredColumn, dictionary: Dictionary) {
    this.rows = header.values;
    this.#open = open;
    this.#header = header;
    this.#column = column;
    this.#dictionary = dictionary;
  }

  read(picks: Uint32Array): RowValues {
    const page = this.#open();
    const { encoding } = this.#header;
    const { storage, isOptional } = this.#column;
    const { levels, end } = isOptional ? levelsAt(page, 0, 1) : { levels: undefined, end: 0 };
    const ranks = levels === undefined ? picks : ranksAmong(levels, picks);
    const values: ValuesOfPage = {
      page,
      start: end,
      encoding,
      count: this.rows,
      dictionary: this.#dictionary,
    };
    return readValues(values, storage, ranks);
  }
}

/** The numbers of rows among those with a value; `absent` for NULL. */
function ranksAmong(levels: Runs, picks: Uint32Array): Uint32Array {
  const count = (picks.at(-1) ?? -1) + 1;
  if (levels.areAll(1, count)) return picks;
  const present = new Uint8Array(count);
  levels.fill(present);
  const ranks = new Uint32Array(picks.length);
  let next = 0;
  let rank = 0;
  for (let row = 0; row < count; row++) {
    if (picks[next] === row) ranks[next++] = present[row] === 1 ? rank : absent;
    rank += present[row] as number;
  }
  return ranks;
}

class ListPage {
  readonly rows: number;
  readonly #page: PageBytes;
  readonly #start: number;
  readonly #header: PageHeader;
  readonly #column: StoredColumn;
  readonly #dictionary: Dictionary;
  readonly #repetitions: Uint8Array;
  readonly #definitions: Uint8Array;

  /** Reads as many rows as there are, `rowsMax` at most. */
  constructor(
    page: PageBytes,
    header: PageHeader,
    column: StoredColumn,
    dictionary: Dictionary,
    rowsMax: number,
  ) {
    const repetitions = levelsAt(page, 0, 1);
    const definitions = levelsAt(page, repetitions.end, 2);
    const found = firstRows(repetitions.levels, header.values, rowsMax);
    this.rows = found.rows;
    this.#repetitions = found.levels;
    this.#definitions = new Uint8Array(found.levels.length);
    definitions.levels.fill(this.#definitions);
    this.#page = page;
    this.#start = definitions.end;
    this.#header = header;
    this.#column = column;
    this.#dictionary = dictionary;
  }

  read(picks: Uint32Array): RowValues {
    const [repetitions, definitions] = [this.#repetitions, this.#definitions];
    const offsets = new Uint32Array(picks.length + 1);
    const validity = new Uint8Array(Math.ceil(picks.length / 64) * 8);
    const elements: number[] = [];
    let hasNulls = false;
    let rank = 0;
    let row = -1;
    let next = 0;
    let isPicked = false;
    for (let at = 0; at < definitions.length; at++) {
      if (repetitions[at] === 0) {
        if (isPicked) offsets[++next] = elements.length;
        if (next === picks.length) break;
        isPicked = picks[next] === ++row;
        if (isPicked) {
          if (definitions[at] === 0) hasNulls = true;
          else validity[next >> 3] = (validity[next >> 3] as number) | (1 << (next & 7));
        }
      }
      const level = definitions[at] as number;
      if (isPicked && level > listLevels.empty)
        elements.push(level === listLevels.nullElement ? absent : rank);
      if (level === listLevels.element) rank++;
    }
    if (isPicked && next < picks.length) offsets[++next] = elements.length;
    const values: ValuesOfPage = {
      page: this.#page,
      start: this.#start,
      encoding: this.#header.encoding,
      count: this.#header.values,
      dictionary: this.#dictionary,
    };
    return {
      kind: 'list',
      validity: hasNulls ? validity : null,
      offsets,
      child: readValues(values, this.#column.storage, Uint32Array.from(elements)),
    };
  }
}

/** Levels that are read at once. */
const levelsAtOnce = 4_096;

/** The repetition levels of the first rows, and with them that of the row behind. */
function firstRows(
  runs: Runs,
  count: number,
  rowsMax: number,
): { readonly levels: Uint8Array; readonly rows: number } {
  const levels = new Uint8Array(count);
  let rows = 0;
  for (let at = 0; at < count; ) {
    const end = Math.min(count, at + levelsAtOnce);
    runs.fill(levels.subarray(at, end), at);
    if (levels[0] === 1) throw unreadable('a list goes on in the next page');
    for (; at < end; at++) {
      if (levels[at] !== 0) continue;
      if (rows === rowsMax) return { levels: levels.subarray(0, at + 1), rows };
      rows++;
    }
  }
  return { levels, rows };
}

/** Levels behind their length, as pages of version 1 have them, and where they end. */
function levelsAt(
  page: PageBytes,
  at: number,
  width: number,
): { readonly levels: Runs; readonly end: number } {
  const end = at + 4 + page.word(at);
  if (end > page.length) throw unreadable('its levels end too late');
  return { levels: new Runs(page, at + 4, end, width), end };
}
