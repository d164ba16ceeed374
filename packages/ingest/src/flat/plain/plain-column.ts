import type { RowCells } from '../../containers/cells.ts';
import { cellFlags, isBlankCell } from '../../containers/cells.ts';
import { plainList } from '../../containers/json-cells.ts';
import { parseJson } from '../../containers/parse-json.ts';
import type { MapContext, Value } from '../../observation.ts';
import type { StagedColumn } from '../../staging/columns/staged-column.ts';
import { lossyText } from '../../values/id.ts';
import type { PlannedColumn, Source } from '../plan-table.ts';
import {
  addressEnd,
  areDigits,
  digitsIn,
  hasMargin,
  isPlainName,
  plainTime,
  readPlainTime,
} from './plain-bytes.ts';
import type { PlainKind } from './plain-kind.ts';

/** A field of the file that is a source of a column. */
interface CellSource {
  readonly cell: number;
  readonly source: Source;
  /** Whether its long IDs lost digits. */
  readonly isLossy: boolean;
}

/** What became of a cell: read, or left to the row mapper. */
export interface CellContext extends MapContext {
  /** Whether a field was refused since it was last set to false. */
  isRefused: boolean;
}

const wordsMax = 10_000;
const durationMsMax = 86_400_000;

/** The reader of one column from the cells of a row. */
export class PlainColumn {
  readonly name: string;
  readonly #kind: PlainKind;
  readonly #column: PlannedColumn;
  readonly #sources: readonly CellSource[];
  readonly #isNeeded: boolean;
  readonly #isList: boolean;
  readonly #context: CellContext;
  /** The value of a row without one; undefined if such a row is left to the row mapper. */
  readonly #otherwise: Value | undefined;
  /** Values of frequent words. */
  readonly #words = new Map<string, Value>();
  /** The cell that was read last, and its source; −1 if the row has none. */
  cell = -1;
  source: Source | undefined;
  /** Hashtags of the row. */
  tags: readonly string[] = [];

  constructor(
    column: PlannedColumn,
    kind: PlainKind,
    options: { cellOf: (field: string) => number | undefined; isNeeded: boolean; context: CellContext },
  ) {
    this.name = column.name;
    this.#column = column;
    this.#kind = kind;
    this.#isNeeded = options.isNeeded;
    this.#isList = column.type.endsWith('[]') || column.type.startsWith('STRUCT');
    this.#context = options.context;
    this.#sources = column.sources.flatMap((source) => {
      const cell = options.cellOf(source.field);
      const lossy = options.context.lossyFields;
      const isLossy = lossy.has(lossyText(source.field)) || lossy.has(source.field);
      return cell === undefined ? [] : [{ cell, source, isLossy }];
    });
    this.#otherwise = this.#withoutValue();
  }

  /** Sets the value of a row. False if the row mapper has to read the row. */
  stage(cells: RowCells, target: StagedColumn, row: number): boolean {
    this.cell = -1;
    let hasObject = false;
    for (const { cell, source, isLossy } of this.#sources) {
      if (isBlankCell(cells, cell)) continue;
      const start = cells.starts[cell] as number;
      if (!cells.isText(cell)) {
        // A list or an object where a column has one value says nothing, which the row mapper tells.
        const isNested = ((cells.flags[cell] as number) & cellFlags.nested) !== 0;
        if (isNested && !this.#isList) {
          hasObject = true;
          continue;
        }
        const isTold = isNested || ((cells.flags[cell] as number) & cellFlags.literal) !== 0;
        if (isTold) return this.#stageJson(cells, cell, source, target, row);
      } else if (this.#kind === 'label' && ((cells.buffer[start] as number) | 0x20) === 0x68) {
        // It may be an address, which is no title.
        if (this.#column.saysNothing(cells.text(cell))) continue;
      }
      this.cell = cell;
      this.source = source;
      return (
        this.#stageBytes(cells, cell, { target, row, isLossy }) ??
        this.#stageText(cells.text(cell), target, row)
      );
    }
    const value = this.#otherwise;
    if (value === undefined || hasObject) return false;
    this.tags = [];
    if (value !== null) target.set(row, value);
    return true;
  }

  #withoutValue(): Value | undefined {
    const { constant, read, sources } = this.#column;
    if (constant !== undefined || this.#kind === 'key' || this.#isNeeded) return undefined;
    const writing = sources[0]?.writing ?? { durationUnit: 's' as const, dayFirst: false };
    try {
      return read(undefined, { field: sources[0]?.field ?? this.name, writing, context: this.#context });
    } catch {
      return undefined; // the row mapper tells why
    }
  }

  /** Sets the value from bytes; undefined if they have to be read as text, false if the row mapper has to. */
  #stageBytes(
    cells: RowCells,
    cell: number,
    { target, row, isLossy }: { target: StagedColumn; row: number; isLossy: boolean },
  ): boolean | undefined {
    const { buffer } = cells;
    const start = cells.starts[cell] as number;
    const end = cells.ends[cell] as number;
    const flags = cells.flags[cell] as number;
    if ((flags & cellFlags.escaped) !== 0) return this.#kind === 'key' ? false : undefined;
    switch (this.#kind) {
      case 'key':
        if (!isPlainKey(buffer, start, end) || (isLossy && end - start > 15)) return false;
        target.setBytes(row, buffer, start, end);
        return true;
      case 'id':
        if (!areDigits(buffer, start, end) || end - start > 20 || (isLossy && end - start > 15))
          return undefined;
        if (buffer[start] === 0x30) return undefined;
        target.setBytes(row, buffer, start, end);
        return true;
      case 'count': {
        const number = digitsIn(buffer, start, end);
        if (number < 0) return this.#isOddNumber(cells, cell) ? false : undefined;
        target.setLong(row, number);
        return true;
      }
      case 'integer':
      case 'duration': {
        const number = end - start > 9 ? -1 : digitsIn(buffer, start, end);
        if (number < 0) return undefined;
        return this.#stageInteger(number, target, row);
      }
      case 'time':
        return this.#stageTime(buffer, start, end, target, row);
      case 'handle':
        if (!isPlainName(buffer, start, end)) return undefined;
        target.setLower(row, buffer, start, end);
        return true;
      case 'label':
        if ((flags & cellFlags.odd) !== 0 || hasMargin(buffer, start, end)) return undefined;
        target.setBytes(row, buffer, start, end);
        return true;
      case 'caption':
        if ((flags & cellFlags.odd) !== 0) return undefined;
        target.setBytes(row, buffer, start, end);
        return true;
      case 'address': {
        const bare = addressEnd(buffer, start, end);
        if (bare <= start) return undefined;
        target.setBytes(row, buffer, start, bare);
        return true;
      }
      case 'tags':
        return this.#stageTags(cells, cell, target, row);
      default:
        return undefined;
    }
  }

  /** Whether a number of JSON is another than −1 for unknown: as text, a point might separate thousands. */
  #isOddNumber(cells: RowCells, cell: number): boolean {
    return !cells.isText(cell) && cells.text(cell) !== '-1';
  }

  /** A list, an object or a truth value of JSON. */
  #stageJson(cells: RowCells, cell: number, source: Source, target: StagedColumn, row: number): boolean {
    this.cell = cell;
    this.source = source;
    const text = cells.text(cell);
    // Mentions may be attached to hashtags.
    if (this.#kind === 'tags') {
      if (text.includes('@')) return false;
      if (plainList.test(text)) {
        this.tags = text.slice(2, -2).toLowerCase().split('","');
        target.setTexts(row, this.tags);
        return true;
      }
    }
    const value = this.#read(parseJson(text)?.value);
    if (value === undefined) return false;
    if (this.#kind === 'tags') this.tags = value as readonly string[];
    if (value !== null) target.set(row, value);
    return true;
  }

  #stageInteger(number: number, target: StagedColumn, row: number): boolean | undefined {
    if (this.#kind === 'integer') {
      target.setInteger(row, number);
      return true;
    }
    const ms = this.source?.writing.durationUnit === 's' ? number * 1000 : number;
    if (ms > durationMsMax) return undefined;
    target.setInteger(row, ms);
    return true;
  }

  #stageTime(
    buffer: Buffer,
    start: number,
    end: number,
    target: StagedColumn,
    row: number,
  ): boolean | undefined {
    if (!readPlainTime(buffer, start, end)) return undefined;
    const { micros, zoneAssumed } = plainTime;
    if (zoneAssumed && this.source?.writing.zone !== undefined) return undefined;
    if (micros < earliestMicros || micros > Number(this.#context.latestPlausible)) return undefined;
    if (zoneAssumed) this.#context.notes.add('time_zone_assumed');
    target.setLong(row, micros);
    return true;
  }

  /** Hashtags between blanks, commas and number signs. */
  #stageTags(cells: RowCells, cell: number, target: StagedColumn, row: number): boolean | undefined {
    const text = cells.text(cell);
    if (oddTags.test(text)) return this.#stageText(text, target, row);
    this.tags = text
      .toLowerCase()
      .split(/[ #,;|]+/)
      .filter((tag) => tag !== '');
    target.setTexts(row, this.tags);
    return true;
  }

  /** Sets the value as the row mapper reads it. False if it refuses the field or the row. */
  #stageText(text: string, target: StagedColumn, row: number): boolean {
    // Mentions may be attached to hashtags.
    if (this.#kind === 'tags' && text.includes('@')) return false;
    let value = this.#kind === 'word' ? this.#words.get(text) : undefined;
    if (value === undefined) {
      const read = this.#read(text);
      if (read === undefined) return false;
      value = read;
      if (this.#kind === 'word' && this.#words.size < wordsMax) this.#words.set(text, value);
    }
    if (this.#kind === 'tags') this.tags = value as readonly string[];
    if (value !== null) target.set(row, value);
    return true;
  }

  #read(given: unknown): Value | undefined {
    const { source } = this;
    if (source === undefined || this.#kind === 'key') return undefined;
    const context = this.#context;
    context.isRefused = false;
    try {
      const value = this.#column.read(given, { field: source.field, writing: source.writing, context });
      return context.isRefused ? undefined : value;
    } catch {
      return undefined; // the row mapper tells why
    }
  }
}

const earliestMicros = Date.UTC(2005, 0, 1) * 1000;

/** White space other than a blank, and characters with which lists and quoted names are written. */
const oddTags = /[^\S ]|[＃@"'“”‘’[\](){}\\]/;

/** A decimal ID that neither looks rounded nor is 0. */
function isPlainKey(buffer: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length > 20 || !areDigits(buffer, start, end) || buffer[start] === 0x30) return false;
  const endsInZeros = buffer[end - 1] === 0x30 && buffer[end - 2] === 0x30 && buffer[end - 3] === 0x30;
  return !(length > 15 && endsInZeros);
}
