import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Serializer } from '../../src/gate/parse/serializer.ts';
import { TextPositions } from '../../src/syntax/text-position.ts';
import { nameOf, tokenAt, tokenize } from '../../src/syntax/tokens.ts';

const inner = fc.constantFrom(
  ...['a', ';', ',', '--', '/*', '*/', '$$', '$a$', '(', "''", '\\', 'é', '👩‍👩‍👧', '\u00a0', '"', '\n'],
);
const text = (without: RegExp) =>
  fc.array(inner, { maxLength: 5 }).map((parts) => parts.join('').replace(without, ''));
/** Even numbers of backslashes and escaped quotes only: what stands between the quotes of an E-string. */
const escaped = fc.array(fc.constantFrom('\\\\', "\\'", "''", ';', ',', 'x', '--', '/*', '\\n', '$$'), {
  maxLength: 5,
});

/** Items of a select list in every form whose end is hard to tell. */
const item = fc.oneof(
  text(/(?<!')'(?!')/g).map((body) => `'${body.replaceAll(/'+/g, "''")}'`),
  escaped.map((parts) => `E'${parts.join('')}'`),
  text(/\$/g).map((body) => `$$${body}$$`),
  text(/\$/g).map((body) => `$tag$${body}$tag$`),
  text(/"/g).map((body) => `1 AS "${`n${body}`.replaceAll('"', '""')}"`),
  text(/\/\*|\*\/|\*|\//g).map((body) => `1 /* ${body} /* nested ' " ; */ , */`),
  text(/\n/g).map((body) => `1 -- ${body}\n`),
  fc.constantFrom(
    '1',
    '1.5',
    '.5',
    '1e3',
    '0x1F',
    '1_000',
    'a$b',
    '-1',
    '+ 1',
    '1 / 2',
    '1 * 2',
    "x'AB'",
    "b'01'",
    '[1, 2][1]',
    'a -> b',
    "e'x'",
    '?',
  ),
);
const gap = fc.constantFrom(' ', '\n', '\t', '/**/', '/* ; */', '-- ;\n', '  ');
const tail = fc.constantFrom('', ';', ' ; ', ';;', '; -- done', '/* end */', ' -- end', ';/* ; */;');

describe('tokens', () => {
  let serializer: Serializer;
  beforeAll(async () => {
    serializer = await Serializer.open();
  });
  afterAll(async () => await serializer[Symbol.asyncDispose]());

  it('end where DuckDB’s lexer ends them: commas part as many items, and the statement ends before its semicolon', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 6 }),
        gap,
        tail,
        async (items, space, end) => {
          const body = `SELECT${space} ${items.join(`${space},${space}`)}`;
          const sql = body + end;
          const { sql: parsed } = await serializer.serialize(sql);
          if (parsed === null || parsed.error)
            throw new Error(`not parsed: ${sql} ${JSON.stringify(parsed)}`);
          const [statement] = parsed.statements;
          if (statement?.node.type !== 'SELECT_NODE') throw new Error('no SELECT');
          const { tokens } = tokenize(sql);
          let depth = 0;
          let commas = 0;
          for (const token of tokens) {
            const symbol = token.kind === 'symbol' ? sql[token.start] : '';
            if (symbol === '[') depth += 1;
            if (symbol === ']') depth -= 1;
            if (symbol === ',' && depth === 0) commas += 1;
          }
          expect(commas + 1).toBe(statement.node.select_list.length);
          const first = tokens.find(({ kind }) => kind === 'semicolon');
          const ends = first === undefined ? (tokens.at(-1)?.end ?? 0) : first.start;
          const { sql: alone } = await serializer.serialize(sql.slice(0, ends));
          expect(alone).toEqual(parsed);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('cover the text without overlap, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 80 }),
          text(/^$/),
          fc.array(inner).map((parts) => parts.join('')),
        ),
        (sql) => {
          let at = 0;
          for (const { start, end } of tokenize(sql).tokens) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            at = end;
          }
          expect(at).toBeLessThanOrEqual(sql.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('lead from each column of DuckDB’s tree back to its name', async () => {
    const name = fc.constantFrom('a', 'größe', 'naïve_1', '"a b"', '"x""y"', '"日本"', '名前');
    const blank = fc.constantFrom(
      ' ',
      '\u00a0',
      '\u2003',
      '\u3000',
      '\ufeff',
      '/* é */',
      " '👩' || ",
      '\n',
      '$$\u00a0é$$ || ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(blank, name), { minLength: 1, maxLength: 6 }), async (columns) => {
        const sql = `SELECT ${columns.map(([space, column]) => `${space}${column}`).join(',')}`;
        const { sql: parsed } = await serializer.serialize(sql);
        if (parsed === null || parsed.error) throw new Error(`not parsed: ${sql}`);
        const positions = new TextPositions(sql);
        const found: string[] = [];
        JSON.stringify(parsed.statements, (_, node) => {
          if (node?.class !== 'COLUMN_REF') return node;
          const offset = positions.utf16(node.query_location);
          const token = offset === null ? null : tokenAt(sql, offset);
          if (token !== null) found.push(nameOf(sql, token));
          expect(token === null ? null : nameOf(sql, token)).toBe(node.column_names[0]);
          return node;
        });
        expect(found.length).toBe(columns.length);
      }),
      { numRuns: 500 },
    );
  });
});
