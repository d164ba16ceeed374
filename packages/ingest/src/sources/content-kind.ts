import { AppError } from '@sdq/contract';

/** What the content of a file is, if it is not records. */
export type ContentKind = 'zip' | 'tar' | 'sqlite' | 'duckdb' | 'other';

/** Bytes of content that tell its kind. */
export const kindBytes = 512;

/** Kinds of files that cannot be read: the beginning, what it is, and how to mend it. */
const refused: readonly (readonly [start: string, what: string, hint: string])[] = [
  ['Rar!\x1a\x07', 'a RAR archive', 'Extract it, and import the folder.'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive', 'Extract it, and import the folder.'],
  [
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'an old Excel file (.xls) or an encrypted one',
    'Open it in a spreadsheet program, and save it as .xlsx without a password, or as CSV.',
  ],
  ['\x04\x22\x4d\x18', 'compressed with LZ4', 'Decompress it with: lz4 -d'],
  ['LZIP', 'compressed with lzip', 'Decompress it with: lzip -d'],
  ['\x1f\x9d', 'compressed with compress (.Z)', 'Decompress it with: uncompress'],
  ['%PDF-', 'a PDF document', 'Export the data as CSV, JSON or Parquet.'],
  ['ORC', 'an ORC file', 'Convert it to Parquet.'],
  ['Obj\x01', 'an Avro file', 'Convert it to Parquet or NDJSON.'],
  ['ARROW1', 'an Arrow or Feather file', 'Convert it to Parquet.'],
  ['\x89HDF\r\n', 'an HDF5 file', 'Export the data as CSV or Parquet.'],
  ['RDX3\n', 'an R data file', 'Export the data as CSV or Parquet.'],
  ['\x80\x04\x95', 'a Python pickle', 'Export the data as CSV, NDJSON or Parquet.'],
  ['\x80\x05\x95', 'a Python pickle', 'Export the data as CSV, NDJSON or Parquet.'],
];

/** Tells the kind of content by its first {@link kindBytes} bytes. Errors: `format_unknown` if it cannot be read. */
export function contentKind(name: string, head: Buffer): ContentKind {
  const text = head.toString('latin1');
  for (const [start, what, hint] of refused) {
    if (text.startsWith(start)) throw refusedKind(name, what, hint);
  }
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text.slice(0, 4))) return 'zip';
  if (text.slice(257, 262) === 'ustar') return 'tar';
  if (text.startsWith('SQLite format 3\0')) return 'sqlite';
  return text.slice(8, 12) === 'DUCK' ? 'duckdb' : 'other';
}

export function refusedKind(name: string, what: string, hint: string): AppError {
  return new AppError('format_unknown', `Unknown format of "${name}": it is ${what}`, { hint });
}

/** Documents that are ZIP archives, by a member of them. */
export const zipDocuments: readonly (readonly [member: string, what: string, hint: string])[] = [
  ['content.xml', 'an OpenDocument file', 'Save it as .xlsx or CSV.'],
  ['word/document.xml', 'a Word document', 'Save its tables as .xlsx or CSV.'],
  ['ppt/presentation.xml', 'a presentation', 'Export its data as CSV.'],
  ['xl/workbook.bin', 'a binary Excel file (.xlsb)', 'Save it as .xlsx or CSV.'],
  ['Index/Document.iwa', 'a Numbers or Pages document', 'Export it as .xlsx or CSV.'],
];
