import { CompactReader } from './compact-reader.ts';
import { unreadable } from './unreadable.ts';

/** An element of the schema, as the footer has it. */
export interface SchemaElement {
  readonly name: string;
  /** The physical type; undefined for a group. */
  readonly type: number | undefined;
  readonly typeLength: number;
  /** 0 required, 1 optional, 2 repeated. */
  readonly repetition: number;
  readonly children: number;
  /** The converted type; -1 without one. */
  readonly converted: number;
  readonly scale: number;
  readonly precision: number;
}

/** Where the pages of a column are in a row group. */
export interface ColumnChunk {
  readonly codec: number;
  readonly start: number;
  readonly bytes: number;
  /** Values with the NULLs among them. */
  readonly values: number;
  /** The NULLs among them; undefined where the file does not tell. */
  readonly nulls: number | undefined;
}

export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly ColumnChunk[];
}

export interface ParquetFooter {
  /** The root and all below it, depth first. */
  readonly schema: readonly SchemaElement[];
  readonly rowGroups: readonly RowGroup[];
}

/** Parses the metadata of a file, without the tail. Throws `UnreadableParquet`. */
export function decodeParquetFooter(bytes: Uint8Array): ParquetFooter {
  const reader = new CompactReader(bytes);
  const schema: SchemaElement[] = [];
  const rowGroups: RowGroup[] = [];
  reader.struct((field) => {
    if (field === 2) reader.list(() => schema.push(schemaElement(reader)));
    else if (field === 4) reader.list(() => rowGroups.push(rowGroup(reader)));
    else return false;
    return true;
  });
  return { schema, rowGroups };
}

function schemaElement(reader: CompactReader): SchemaElement {
  let name = '';
  let type: number | undefined;
  const numbers = new Map<number, number>();
  reader.struct((field) => {
    if (field === 4) name = reader.text();
    else if (field === 1) type = reader.integer();
    else if (field >= 2 && field <= 8) numbers.set(field, reader.integer());
    else return false;
    return true;
  });
  return {
    name,
    type,
    typeLength: numbers.get(2) ?? 0,
    repetition: numbers.get(3) ?? 0,
    children: numbers.get(5) ?? 0,
    converted: numbers.get(6) ?? -1,
    scale: numbers.get(7) ?? 0,
    precision: numbers.get(8) ?? 0,
  };
}

function rowGroup(reader: CompactReader): RowGroup {
  let rows = 0;
  const chunks: ColumnChunk[] = [];
  reader.struct((field) => {
    if (field === 1) reader.list(() => chunks.push(columnChunk(reader)));
    else if (field === 3) rows = reader.integer();
    else return false;
    return true;
  });
  return { rows, chunks };
}

function columnChunk(reader: CompactReader): ColumnChunk {
  let found: ColumnChunk | undefined;
  reader.struct((field) => {
    if (field !== 3) return false;
    found = columnMetadata(reader);
    return true;
  });
  if (found === undefined) throw unreadable('a column of a row group has no metadata');
  return found;
}

function columnMetadata(reader: CompactReader): ColumnChunk {
  let codec = 0;
  let values = 0;
  let bytes = 0;
  let data = 0;
  let dictionary = 0;
  let nulls: number | undefined;
  reader.struct((field) => {
    if (field === 4) codec = reader.integer();
    else if (field === 5) values = reader.integer();
    else if (field === 7) bytes = reader.integer();
    else if (field === 9) data = reader.integer();
    else if (field === 11) dictionary = reader.integer();
    else if (field === 12) nulls = nullCount(reader);
    else return false;
    return true;
  });
  return { codec, values, nulls, bytes, start: dictionary > 0 && dictionary < data ? dictionary : data };
}

/** Of the statistics of a column chunk. */
function nullCount(reader: CompactReader): number | undefined {
  let nulls: number | undefined;
  reader.struct((field) => {
    if (field !== 3) return false;
    nulls = reader.integer();
    return true;
  });
  return nulls;
}
