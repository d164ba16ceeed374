import { nearestNames } from '@sdq/contract';
import { readColumnType, scalarTypes } from '../column-types.ts';

/** Synonyms for supported types. */
const aliases: Readonly<Record<string, string>> = {
  BOOL: 'BOOLEAN',
  INT: 'INTEGER',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE',
  DECIMAL: 'DECIMAL(18,3)',
  NUMERIC: 'DECIMAL(18,3)',
};

/** Suggested replacements for types that are not supported. */
const instead: Readonly<Record<string, string>> = {
  TINYINT: 'SMALLINT',
  UTINYINT: 'SMALLINT',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
  HUGEINT: 'DECIMAL(38, 0)',
  UHUGEINT: 'DECIMAL(38, 0)',
  FLOAT: 'DOUBLE',
  REAL: 'DOUBLE',
  DATETIME: 'TIMESTAMP',
  TIME: 'VARCHAR',
  INTERVAL: 'BIGINT, of milliseconds',
  UUID: 'VARCHAR',
  JSON: 'VARCHAR, with its text',
  BLOB: 'VARCHAR, with the address of the content',
  STRUCT: 'a column of its own for each field',
  MAP: 'VARCHAR, with its text as JSON',
};

const listed = [...scalarTypes, 'TIMESTAMPTZ', 'DECIMAL(p, s)'].join(', ');

/** Parses a type: returns it as DuckDB prints it, or describes the fault and how to correct it. */
export function readType(written: string): { type: string } | { fault: string } {
  const spelled = written
    .trim()
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?\[ ?\]$/, '[]');
  const isList = spelled.endsWith('[]');
  const bare = isList ? spelled.slice(0, -2) : spelled;
  const decimal = /^(?:DECIMAL|NUMERIC) ?\( ?(\d+) ?(?:, ?(\d+) ?)?\)$/.exec(bare);
  const scalar = decimal === null ? (aliases[bare] ?? bare) : `DECIMAL(${decimal[1]},${decimal[2] ?? 0})`;
  const type = `${scalar}${isList ? '[]' : ''}`;
  if (readColumnType(type) !== undefined) return { type };
  if (decimal !== null) {
    return {
      fault: `${written} has too many digits: write DECIMAL(p, s) with p up to 38, and s up to p`,
    };
  }
  const [word = ''] = bare.split(/[ ([]/, 1);
  const other = instead[word];
  if (other !== undefined) return { fault: `the type ${written} is not supported: use ${other}` };
  if (scalar.endsWith('[]'))
    return { fault: `${written} is a list of lists, which is not supported: use a list of single values` };
  const [near] = nearestNames(scalar, [...scalarTypes, ...Object.keys(aliases)]);
  const meant = near === undefined ? '.' : `; did you mean ${near}${isList ? '[]' : ''}?`;
  return {
    fault: `there is no type ${written}${meant} The types are ${listed}, and lists of these, such as VARCHAR[]`,
  };
}
