import { sqlName } from '@sdq/duckdb/sql';
import type { NameList } from '../../records/record-map.ts';
import { areNames, isAll, mentionsAlike, mentionsIn, namesOf, tagsAlike, tagsIn } from '../texts.ts';
import type { ValueSql } from './nested-column.ts';
import type { NestedTypes } from './nested-types.ts';

/** The SQL of hashtags or mentions: the names in the first list that is taken, else those in the text. */
export function namesSql(
  name: 'hashtags' | 'mentions',
  lists: readonly NameList[],
  { text, isChecked }: { readonly text: string; readonly isChecked: boolean },
  types: NestedTypes,
): ValueSql {
  const found = lists.map((list) => listSql(name, list, types));
  const values = found.map(({ isTaken, value }) => `WHEN ${isTaken} THEN ${value}`);
  const plains = found.map(({ isTaken, isPlain }) => `WHEN ${isTaken} THEN ${isPlain}`);
  const [inText, alike] =
    name === 'hashtags' ? [tagsIn(text), tagsAlike(text)] : [mentionsIn(text), mentionsAlike(text)];
  return {
    value: `(CASE ${values.join(' ')} WHEN ${text} IS NULL THEN NULL ELSE ${inText} END)`,
    isPlain: `(CASE ${plains.join(' ')} WHEN ${text} IS NULL THEN true ELSE ${isChecked ? 'true' : alike} END)`,
  };
}

function listSql(
  name: 'hashtags' | 'mentions',
  { path, takenBy, after, isFull, orId, isNameless }: NameList,
  types: NestedTypes,
): ValueSql & { readonly isTaken: string } {
  const isMembers = path.includes('[].');
  const isOfHandles = isMembers && name === 'mentions' && isNameless !== true;
  const check = isOfHandles ? 'handle' : name === 'mentions' && !isMembers ? 'mention' : 'tag';
  types.add(path, { kind: 'label', type: 'VARCHAR', isTexts: !isMembers, check });
  const isChecked = types.checkAt(path) === check;
  const list = sqlName(path);
  const names = `list_filter(${list}, lambda name: name IS NOT NULL)`;
  const count = { list: `${list} IS NOT NULL`, member: `len(${list}) > 0`, name: `len(${names}) > 0` };
  const isFree = after === undefined ? '' : ` AND coalesce(len(${sqlName(after)}), 0) = 0`;
  const isTaken = `(coalesce(${count[takenBy]}, false)${isFree})`;
  const isWhole = isFull === true ? `len(${names}) = len(${list})` : 'true';
  if (isNameless === true)
    return {
      isTaken,
      value: '[]::VARCHAR[]',
      isPlain: isChecked ? isWhole : `(${isWhole} AND ${areNames(names, '#')})`,
    };
  if (!isOfHandles) {
    const mark = name === 'hashtags' ? '#' : '@';
    return {
      isTaken,
      value: namesOf(list, mark),
      isPlain: isChecked ? isWhole : `(${isWhole} AND ${areNames(names, mark)})`,
    };
  }
  if (orId === undefined) {
    const odd = `list_filter(${names}, lambda name: NOT ${isHandle('name')})`;
    const value = `list_transform(${names}, lambda name: lower(name))`;
    return { isTaken, value, isPlain: isChecked ? 'true' : `len(${odd}) = 0` };
  }
  types.add(orId, { kind: 'id', type: 'VARCHAR' });
  const ids = sqlName(orId);
  // Longer numbers may be rounded: then they are no IDs.
  const id = `nullif(${ids}[i], '0')`;
  const places = `range(1, len(${list}) + 1)`;
  const odd = `list_filter(${places}, lambda i: NOT CASE WHEN ${list}[i] IS NOT NULL THEN ${isHandle(`${list}[i]`)} WHEN ${ids}[i] IS NOT NULL THEN ${isAll(`${ids}[i]`, '0|[1-9][0-9]{0,14}')} ELSE true END)`;
  const all = `list_transform(${places}, lambda i: coalesce(lower(${list}[i]), ${id}))`;
  return { isTaken, value: `list_filter(${all}, lambda name: name IS NOT NULL)`, isPlain: `len(${odd}) = 0` };
}

function isHandle(text: string): string {
  return isAll(text, '[A-Za-z0-9._-]+');
}
