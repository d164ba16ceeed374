import { AppError } from '@sdq/contract';
import { isTimeZone } from '../values/time.ts';
import { type Mapping, readMappingFile } from './mapping-file.ts';

/** What a caller says about the columns of flat files. */
export interface MappingOptions {
  readonly mapping?: string;
  readonly map?: Readonly<Record<string, string>>;
  readonly timeZone?: string | undefined;
  readonly encoding?: string | undefined;
}

function isEncoding(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * The mapping of a file and of single columns; undefined if there is none. `text` identifies it. Errors: `file_missing`,
 * `mapping_invalid`, `usage_error` for an unknown time zone.
 */
export async function readMapping(
  options: MappingOptions,
): Promise<{ mapping: Mapping; text: string } | undefined> {
  const { map = {} } = options;
  const read = options.mapping === undefined ? undefined : await readMappingFile(options.mapping);
  checkNames(options.timeZone ?? read?.mapping.time_zone, options.encoding ?? read?.mapping.encoding);
  const fields = Object.entries(map);
  if (fields.length === 0) return read;
  const added: Record<string, { from: string[] }> = {};
  for (const [field, column] of fields) {
    added[column] = { from: [...(added[column]?.from ?? []), field] };
  }
  const mapping = read?.mapping ?? { columns: {}, usual_names: true };
  return {
    mapping: { ...mapping, columns: { ...mapping.columns, ...added } },
    text: `${read?.text ?? ''}${JSON.stringify(fields)}`,
  };
}

function checkNames(timeZone: string | undefined, encoding: string | undefined): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new AppError('usage_error', `Unknown time zone "${timeZone}"`, {
      param: 'timeZone',
      hint: 'Use a name such as Europe/Berlin, or an offset such as +07:00.',
    });
  }
  if (encoding === undefined || isEncoding(encoding)) return;
  throw new AppError('usage_error', `Unknown encoding "${encoding}"`, {
    param: 'encoding',
    hint: 'Use a name such as utf-8, utf-16le, windows-1252 or gb18030.',
  });
}
