import { sqlString } from '@sdq/duckdb/sql';
import { partsOfName } from './array-literal.ts';
import { readFormat, readTime, writtenBy } from './date-template.ts';

/** The arguments of a call: as SQL of DuckDB, and their values where they are literals of text. */
interface Given {
  readonly sql: readonly string[];
  readonly strings: readonly (string | undefined)[];
}

/** Why a call has no SQL with the same meaning. */
export interface Refusal {
  readonly refused: string;
  readonly hint: string;
}

/** SQL in the place of a call; undefined for a call that is left as it is. */
type CallTemplate = (given: Given) => string | Refusal | undefined;

const timeTemplates = 'It may have YYYY, MM, DD, HH24, MI, SS, MS and US, other letters in double quotes';

/** `to_timestamp(text, template)`, `to_date(text, template)`. */
function read(type: 'TIMESTAMPTZ' | 'DATE', name: string): CallTemplate {
  return ({ sql: [text = '', second], strings: [literal, template] }) => {
    if (second === undefined) return undefined;
    if (template === undefined)
      return {
        refused: `The template of ${name} must be a text`,
        hint: 'Use strptime, whose format may be computed',
      };
    const format = readFormat(template);
    if (format === undefined)
      return {
        refused: `The template of ${name} is not supported: ${template.slice(0, 60)}`,
        hint: timeTemplates,
      };
    if (literal === undefined)
      return `CAST(strptime(CAST(${text} AS VARCHAR), ${sqlString(format)}) AS ${type})`;
    const time = readTime(template, literal);
    if (time === undefined)
      return {
        refused: `The text of ${name} is not written as its template says: ${literal.slice(0, 60)}`,
        hint: `Write all digits: ${template.slice(0, 60)}`,
      };
    return type === 'DATE' ? `DATE '${time.slice(0, 10)}'` : `TIMESTAMPTZ '${time}+00'`;
  };
}

const toChar: CallTemplate = ({ sql: [value = '', second], strings: [, template] }) => {
  if (second === undefined) return undefined;
  const hint = 'Use strftime for dates and times, and format for numbers';
  if (template === undefined) return { refused: 'The template of to_char must be a text', hint };
  return (
    writtenBy(template, value) ?? {
      refused: `The template of to_char is not supported: ${template.slice(0, 60)}`,
      hint: /^[\s\d.,+$GDLS()MIPRFBVE-]+$/i.test(template)
        ? hint
        : 'Put letters that are no pattern in double quotes: "T"; or use strftime',
    }
  );
};

/** A name in double quotes where it needs them. */
const quoted = (sql: string) =>
  `(CASE WHEN regexp_full_match(${sql}, '[a-z_][a-z0-9_$]*') THEN ${sql} ELSE '"' || replace(${sql}, '"', '""') || '"' END)`;

/** `format('%s of %I', text, name)`; with `{}` it is the function of DuckDB. */
const format: CallTemplate = ({ sql: [, ...values], strings: [template] }) => {
  if (template === undefined || !/%[^%]/.test(template) || template.includes('{')) return undefined;
  const parts = template.split(/(%%|%.?)/s);
  const uses = parts.filter((part) => part === '%s' || part === '%I');
  if (parts.some((part) => /^%[^%sI]?$/.test(part)) || uses.length > values.length)
    return {
      refused: `The template of format is not supported: ${template.slice(0, 60)}`,
      hint: 'It may have %s, %I and %%, with a value for each; or {} as in DuckDB',
    };
  let at = 0;
  const texts = parts.flatMap((part) => {
    if (part === '') return [];
    if (part === '%%') return [`'%'`];
    if (part !== '%s' && part !== '%I') return [sqlString(part)];
    const text = `CAST(${values[at++]} AS VARCHAR)`;
    return [part === '%s' ? `coalesce(${text}, '')` : quoted(text)];
  });
  return `(${texts.join(' || ')})`;
};

const parseIdent: CallTemplate = ({ strings: [name] }) => {
  const parts = name === undefined ? undefined : partsOfName(name);
  return parts && `[${parts.map(sqlString).join(', ')}]`;
};

const dateBin: CallTemplate = ({ sql: [stride = '', time, origin], strings: [literal] }) =>
  time === undefined || origin === undefined
    ? undefined
    : `time_bucket(${literal === undefined ? stride : `INTERVAL ${sqlString(literal)}`}, ${time}, ${origin})`;

/** Functions of PostgreSQL that DuckDB lacks, or that mean something else there; by their names in lower case. */
export const callTemplates: ReadonlyMap<string, CallTemplate> = new Map<string, CallTemplate>([
  ['to_timestamp', read('TIMESTAMPTZ', 'to_timestamp')],
  ['to_date', read('DATE', 'to_date')],
  ['to_char', toChar],
  ['format', format],
  ['parse_ident', parseIdent],
  ['date_bin', dateBin],
  ['every', ({ sql: [condition], strings }) => (strings.length === 1 ? `bool_and(${condition})` : undefined)],
]);
