import type { JsonObject } from '../values/json-object.ts';
import { textOf } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';

/** Resources of the YouTube Data API. No table has IDs of its kind, so that its records are refused by name. */
export const youtube: FormatDescription = {
  name: 'youtube',
  description: 'answers of the YouTube Data API, which are refused: no table is for them',
  maps: [
    {
      is: isResource,
      tables: [{ table: 'shortvideo.videos', columns: {} }],
      refusal: ({ kind }) => ({
        reason: 'platform_foreign',
        field: 'kind',
        message: `The record is of YouTube (${textOf(kind).slice(0, 40)}), which no table is for: describe a table of your own (docs/own-tables.md)`,
      }),
    },
  ],
};

function isResource(value: JsonObject): boolean {
  return typeof value.kind === 'string' && /^youtube#(?!.*ListResponse)/.test(value.kind) && 'id' in value;
}
