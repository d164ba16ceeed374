import type { JsonObject } from '../values/json-object.ts';
import type { SourceFormat } from './format.ts';
import { tiktokScraper } from './tiktok-scraper.ts';

/** The CSV of the npm package tiktok-scraper: its JSON, flattened to columns such as `authorMeta.name`. */
export const tiktokScraperCsv: SourceFormat = {
  name: 'tiktok-scraper-csv',
  description: 'CSV of the npm package tiktok-scraper, with columns such as authorMeta.name',
  container: 'csv',
  detect: (sample) => (sample.kind === 'csv' && isHeader(new Set(sample.columns)) ? 1 : 0),
  isRecord: (row) => 'authorMeta.name' in row,
  map: (row, context) => tiktokScraper.map?.(unflatten(row), context) ?? [],
};

function isHeader(columns: ReadonlySet<string>): boolean {
  return ['id', 'createTime', 'authorMeta.name'].every((name) => columns.has(name));
}

/** `{"authorMeta.name": "x"}` as `{"authorMeta": {"name": "x"}}`; lists are parsed from JSON. */
function unflatten(row: JsonObject): JsonObject {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const [first = column, ...rest] = column.split('.');
    if (rest.length === 0) record[first] = readList(value);
    else record[first] = { ...(record[first] as object | undefined), [rest.join('.')]: value };
  }
  return record;
}

function readList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
