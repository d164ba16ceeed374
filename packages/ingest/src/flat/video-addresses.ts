import type { UsualNames } from '@sdq/catalog';
import type { Row } from '../containers/record-chunk.ts';
import { creationTimeIn } from '../values/creation-time.ts';
import { isBlank } from '../values/text.ts';
import type { FieldNames } from './field-names.ts';
import { valueAt } from './source-columns.ts';
import { observedAtAliases } from './usual-names.ts';

/** Whether nearly all IDs of videos contain their creation time. */
export function idsTellTime(fields: readonly string[], rows: readonly Row[]): boolean {
  const now = BigInt(Date.now()) * 1000n;
  const ids = rows.flatMap(
    (row) => fields.map((field) => idIn(valueAt(row, field))).find((id) => id !== undefined) ?? [],
  );
  const timed = ids.filter((id) => creationTimeIn(id, 'shortvideo', now) !== undefined);
  return ids.length > 0 && timed.length >= 0.9 * ids.length;
}

/** The ID in an address of a video, or in a text or number that is one. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return undefined;
  return addressOfVideo.exec(value)?.[1] ?? (/^\d+$/.test(value.trim()) ? value.trim() : undefined);
}

/** Whether a value is the address of a video. */
export function isVideoAddress(value: unknown): boolean {
  return typeof value === 'string' && addressOfVideo.test(value);
}

const addressOfVideo =
  /^https?:\/\/(?:[a-z0-9-]+\.)*(?:tiktok|douyin|iesdouyin)\.com\/\S*(?:video|photo|v)\/(\d{8,20})/i;

/** Rows from which values alone tell an ID. */
const rowsMin = 2;

/** Fields whose values are IDs of videos, by the creation times in them, and another one in each row. */
function idFields(fields: readonly string[], rows: readonly Row[]): string[] {
  const latest = BigInt(Date.now()) * 1000n;
  return fields.filter((field) => {
    const values = rows.map((row) => valueAt(row, field));
    if (values.length < rowsMin || new Set(values).size < values.length) return false;
    return values.every((value) => {
      const id = idIn(value);
      return id !== undefined && id.length >= 18 && creationTimeIn(id, 'shortvideo', latest) !== undefined;
    });
  });
}

const knownAddressFields = new WeakMap<readonly Row[], readonly string[]>();

/** Fields whose values are addresses of videos, whatever their names; `fields` are all fields of the rows. */
export function addressFields(fields: readonly string[], rows: readonly Row[]): readonly string[] {
  // each column of a table asks
  const known = knownAddressFields.get(rows) ?? fields.filter((field) => isOfAddresses(field, rows));
  knownAddressFields.set(rows, known);
  return known;
}

/** Whether at least four fifths of the values are addresses of videos. */
function isOfAddresses(field: string, rows: readonly Row[]): boolean {
  let addresses = 0;
  let others = 0;
  for (const row of rows) {
    const value = valueAt(row, field);
    if (isVideoAddress(value)) addresses++;
    else if (!isBlank(value) && ++others > 0.2 * rows.length) return false;
  }
  return addresses > 0 && addresses >= 0.8 * (addresses + others);
}

/** Fields that are the ID of a video by their values: addresses; else the only IDs, unless they are named as another. */
export function fieldsByValue(
  byName: FieldNames,
  rows: readonly Row[],
  { columns }: UsualNames,
): readonly string[] {
  const addresses = addressFields(byName.fields, rows);
  const idNames = columns.video_id ?? [];
  if (addresses.length > 0 || byName.alike(idNames, 'VARCHAR').length > 0) return addresses;
  const others = Object.values(columns).flat();
  const named = new Set([...byName.alike(others, 'VARCHAR'), ...byName.alike(observedAtAliases, 'VARCHAR')]);
  const ids = idFields(byName.fields, rows).filter(
    (field) => !named.has(field) && !/user|author/i.test(field),
  );
  return ids.length === 1 ? ids : [];
}
