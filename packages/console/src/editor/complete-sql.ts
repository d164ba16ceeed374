import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Schema, SchemaTable } from '../api/types.ts';
import { quoteName, readSql, statementAt } from '../sql/read-sql.ts';
import { shortType } from '../sql/short-type.ts';
import { count } from '../text/format.ts';
import { duckdbKeywords } from './duckdb-dialect.ts';

const functions: readonly [name: string, about: string][] = [
  ['count', 'rows, or values that are not NULL'],
  ['sum', 'sum of values'],
  ['avg', 'mean of values'],
  ['min', 'least value'],
  ['max', 'greatest value'],
  ['median', 'middle value'],
  ['quantile_cont', 'quantile of values: (value, share)'],
  ['approx_count_distinct', 'about how many different values'],
  ['arg_max', 'value of the row where another is greatest'],
  ['list', 'values as a list'],
  ['string_agg', 'texts joined by a separator'],
  ['date_trunc', "begin of the month, day …: ('month', time)"],
  ['date_part', "part of a time: ('hour', time)"],
  ['strftime', "time as text: (time, '%Y-%m')"],
  ['list_contains', 'whether a list has a value'],
  ['unnest', 'a row for each value of a list'],
  ['len', 'length of a list or text'],
  ['lower', 'text in lower case'],
  ['regexp_matches', 'whether a text matches a pattern'],
  ['coalesce', 'first value that is not NULL'],
  ['round', 'rounded number: (value, digits)'],
  ['row_number', 'number within a window'],
  ['lag', 'value of the row before, within a window'],
];

/** Tables of FROM and JOIN by the names that they have in a statement: the alias, else the table's own. */
export function namesInScope(sql: string, tables: readonly SchemaTable[]): Map<string, SchemaTable> {
  const tokens = readSql(sql);
  const found = new Map<string, SchemaTable>();
  for (let i = 0; i < tokens.length; i++) {
    if (!/^(from|join)$/i.test(tokens[i]?.text ?? '') && !(tokens[i]?.text === ',' && found.size > 0))
      continue;
    const table = tables.find(({ name }) => name === tokens[i + 1]?.text.toLowerCase().replaceAll('"', ''));
    if (table === undefined) continue;
    const isAs = /^as$/i.test(tokens[i + 2]?.text ?? '');
    const alias = tokens[i + (isAs ? 3 : 2)];
    const isAlias = alias?.kind === 'word' && (isAs || !duckdbKeywords.includes(alias.text.toUpperCase()));
    found.set(isAlias ? alias.text.toLowerCase() : table.name, table);
  }
  return found;
}

/** Names for the place of the cursor: columns of FROM first, then tables, functions and words of SQL. */
export function completeSql(context: CompletionContext, schema: Schema | undefined): CompletionResult | null {
  const tables = schema?.tables ?? [];
  const text = context.state.doc.toString();
  const { from, to } = statementAt(text, context.pos);
  const scope = namesInScope(text.slice(from, to), tables);
  const dotted = context.matchBefore(/[\p{L}_][\w]*\.\w*/u);
  if (dotted !== null) {
    const [owner = ''] = dotted.text.split('.');
    const table = scope.get(owner.toLowerCase());
    if (table === undefined) return null;
    return { from: dotted.from + owner.length + 1, options: columnsOf(table, ''), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/[\p{L}_]\w*/u);
  if (word === null && !context.explicit) return null;
  const before = text.slice(from, word?.from ?? context.pos).trimEnd();
  const wantsTable = /\b(from|join)$/i.test(before);
  const several = scope.size > 1;
  const columns = [...scope].flatMap(([name, table]) => columnsOf(table, several ? name : ''));
  const seen = new Set<string>();
  const all: Completion[] = [
    ...(wantsTable ? [] : columns),
    ...tables.map((table) => tableOption(table, wantsTable)),
    ...(wantsTable ? [] : functions.map(([name, about]) => functionOption(name, about))),
    ...duckdbKeywords.map((name) => ({ label: name, type: 'keyword', boost: -20 })),
  ];
  const options = all.filter(
    ({ label, detail = '' }) => !seen.has(`${label} ${detail}`) && seen.add(`${label} ${detail}`),
  );
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
}

function columnsOf({ columns }: SchemaTable, owner: string): Completion[] {
  return columns.map(({ name, type, description }) => ({
    label: name,
    apply: quoteName(name),
    type: 'property',
    detail: owner === '' ? shortType(type) : `${shortType(type)} · ${owner}`,
    info: description,
    boost: 20,
  }));
}

function tableOption({ name, row_count, description }: SchemaTable, isWanted: boolean): Completion {
  const detail = `${count(row_count)} rows`;
  return {
    label: name,
    apply: quoteName(name),
    type: 'type',
    detail,
    info: description,
    boost: isWanted ? 30 : 5,
  };
}

function functionOption(name: string, about: string): Completion {
  return {
    label: `${name}()`,
    type: 'function',
    detail: about,
    apply: (view, _option, from, to) =>
      view.dispatch({
        changes: { from, to, insert: `${name}()` },
        selection: { anchor: from + name.length + 1 },
      }),
  };
}
