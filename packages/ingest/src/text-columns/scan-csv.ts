import type { CsvSource } from '../containers/csv-record-chunks.ts';
import { CsvText } from '../containers/csv-text.ts';
import { openBytes } from '../containers/open-bytes.ts';
import { type ReadOptions, recordBytesMax } from '../containers/record-chunk.ts';
import type { RawFiles } from './raw-files.ts';

/** Why the scanner stopped, as `csv.ts` of the kernel has it. */
const stops = { moreText: 0, full: 1, noRoom: 2, fault: 3 } as const;

const inputBytes = 1 << 20;

/** Puts the rows of a CSV file into columns. False if it is no CSV or has many rows that no columns can keep. */
export async function scanCsv(
  path: string,
  { dialect, notes }: Omit<CsvSource, 'header'>,
  options: Omit<ReadOptions, 'skip'>,
  raw: RawFiles,
  goesOn: () => boolean,
): Promise<boolean> {
  const text = new CsvText();
  const rows = new CsvRows(raw);
  raw.scanner.run.beginCsv(dialect.delimiter.charCodeAt(0), dialect.titles.length + 1);
  for await (const chunk of openBytes(path, options))
    if (!(await rows.push(text.push(chunk), false)) || !goesOn()) return false;
  if (!(await rows.push(text.end(), true))) return false;
  if (dialect.repeatedNames > 0) notes.add('names_repeated', dialect.repeatedNames);
  if (text.invalidLines > 0) notes.add('invalid_utf8', text.invalidLines);
  return true;
}

class CsvRows {
  readonly #raw: RawFiles;
  #input: number;
  #inputBytes = inputBytes;
  /** Text that was not read, from the beginning of the input. */
  #rest = 0;
  #bytesNeeded = 0;

  constructor(raw: RawFiles) {
    this.#raw = raw;
    this.#input = raw.scanner.take(inputBytes);
  }

  async push(text: Buffer, isLast: boolean): Promise<boolean> {
    const { scanner } = this.#raw;
    this.#reserve(this.#rest + text.length);
    scanner.bytes.set(text, this.#input + this.#rest);
    const length = this.#rest + text.length;
    this.#rest = length;
    if (length < this.#bytesNeeded && !isLast) return true;
    const to = this.#input + length;
    const from = await this.#read(to, isLast);
    if (from === undefined) return false;
    scanner.bytes.copyWithin(this.#input, from, to);
    this.#rest = to - from;
    // Twice the text before the next attempt, so that a long row is not read again and again.
    this.#bytesNeeded = from === this.#input ? 2 * length : 0;
    return this.#rest <= recordBytesMax;
  }

  /** Where the text goes on that was not read; undefined if it is no CSV. */
  async #read(to: number, isLast: boolean): Promise<number | undefined> {
    const raw = this.#raw;
    const { scanner } = raw;
    const { run } = scanner;
    const width = raw.width;
    for (let from = this.#input; ; from = run.csvPlace()) {
      const stop = run.readCsv(from, to, isLast, scanner.columns, width, scanner.whole, raw.room);
      raw.added(run.csvRows(), run.csvOdd());
      if (stop === stops.fault) return undefined;
      if (stop === stops.moreText) return run.csvPlace();
      if (stop === stops.full) await raw.write();
      else await raw.makeRoom();
    }
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#inputBytes) return;
    const { scanner } = this.#raw;
    const size = 2 * bytes;
    const input = scanner.take(size);
    scanner.bytes.copyWithin(input, this.#input, this.#input + this.#rest);
    this.#input = input;
    this.#inputBytes = size;
  }
}
