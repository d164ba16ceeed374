import type { Catalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Row } from '../containers/record-chunk.ts';
import { clockPlatforms, creationTimeIn } from '../values/creation-time.ts';
import { textOf } from '../values/text.ts';
import { parseRecordTime } from '../values/time.ts';
import { PlatformFinder } from './platform-of.ts';
import { valueAt } from './source-columns.ts';
import { plainName } from './usual-names.ts';

/**
 * The platform of a file's records: by their addresses, else by IDs that contain the creation time of their record.
 * Undefined if they do not tell. Errors: `format_unknown` for a platform that no table is for.
 */
export function samplePlatform(
  catalog: Catalog,
  rows: readonly Row[],
  fields: readonly string[],
): string | undefined {
  const finder = new PlatformFinder(catalog);
  const named = rows.flatMap((row) => finder.find(row) ?? []);
  const found = named.length > 0 ? named : finder.findInAddresses(rows, fields);
  const tallies = new Map<string, number>();
  for (const { platform, host } of found) {
    const name = platform ?? host;
    tallies.set(name, (tallies.get(name) ?? 0) + 1);
  }
  const [most] = [...tallies].sort(([, a], [, b]) => b - a);
  if (most === undefined) return platformOfIds(rows, fields);
  const [name] = most;
  if (found.some(({ platform }) => platform === name)) return name;
  throw new AppError('format_unknown', `The records are of ${name}, which no table is for`, {
    hint: 'Describe a table of your own: docs/own-tables.md. If they are of another platform, name it with --platform.',
  });
}

/** Errors: `mapping_invalid` for a platform that has no tables. */
export function checkPlatform({ tables }: Catalog, platform: string | undefined): void {
  const known = [...new Set(tables.map((table) => table.platform))];
  if (platform === undefined || known.includes(platform)) return;
  throw new AppError('mapping_invalid', `There is no platform "${platform}"`, {
    param: 'platform',
    hint: `Available platforms: ${known.join(', ')}`,
  });
}

const idNames = new Set([
  'id',
  'idstr',
  'tweetid',
  'statusid',
  'postid',
  'mediaid',
  'pk',
  'videoid',
  'itemid',
]);
const timeNames = new Set([
  'createdat',
  'createtime',
  'timestamp',
  'date',
  'datetime',
  'takenat',
  'created',
  'time',
  'posted',
]);

/** The platform whose IDs contain the creation times that the rows have, to 2 s, in nearly all rows. */
function platformOfIds(rows: readonly Row[], fields: readonly string[]): string | undefined {
  const ids = fields.filter((field) => idNames.has(plainName(field)));
  const times = fields.filter((field) => timeNames.has(plainName(field)));
  const now = BigInt(Date.now()) * 1000n;
  for (const id of ids) {
    for (const time of times) {
      const pairs = rows.flatMap((row) => {
        const micros = parseRecordTime(valueAt(row, time))?.micros;
        return micros === undefined ? [] : [{ id: textOf(valueAt(row, id)), micros }];
      });
      const agreeing = clockPlatforms.find((platform) => {
        const same = pairs.filter((pair) => {
          const clock = creationTimeIn(pair.id, platform, now);
          return clock !== undefined && clock - pair.micros < 2_000_000n && pair.micros - clock < 2_000_000n;
        });
        return same.length > 0 && same.length >= 0.9 * pairs.length;
      });
      if (agreeing !== undefined) return agreeing;
    }
  }
  return undefined;
}
