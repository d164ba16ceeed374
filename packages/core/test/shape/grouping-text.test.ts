import { expect, test } from 'vitest';
import { groupingText } from '../../src/shape/grouped/grouping-text.ts';

/** The text with its clauses marked, around the first `count`. */
function marked(text: string): string | undefined {
  const found = groupingText(text, text.indexOf('count'));
  if (found === undefined) return undefined;
  const { where, group, having } = found;
  const marks: [number, string][] = [
    ...(where === undefined
      ? []
      : [[where.start, '<'] as [number, string], [where.end, '>'] as [number, string]]),
    [group.start, '{'],
    [group.end, '}'],
    ...(having === undefined
      ? []
      : ([
          [having.keyword.start, '['],
          [having.end, ']'],
        ] as [number, string][])),
  ];
  return marks
    .sort(([a], [b]) => b - a)
    .reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text);
}

test.each([
  ['SELECT a, count(*) FROM t GROUP BY a', 'SELECT a, count(*) FROM t {GROUP BY a}'],
  [
    'select count(*) from t where x=1 group by a, 2 having n>1 order by 1',
    'select count(*) from t <where> x=1 {group by a, 2} [having n>1] order by 1',
  ],
  [
    'SELECT count(*) FROM t WHERE x -- c\n GROUP /* by */ BY ALL -- d\n LIMIT 1',
    'SELECT count(*) FROM t <WHERE> x -- c\n {GROUP /* by */ BY ALL} -- d\n LIMIT 1',
  ],
  [
    'SELECT * FROM (SELECT a, count(*) FROM t GROUP BY a HAVING (b > 1)) WHERE c GROUP BY d',
    'SELECT * FROM (SELECT a, count(*) FROM t {GROUP BY a} [HAVING (b > 1)]) WHERE c GROUP BY d',
  ],
  [
    'SELECT count(*) FROM (SELECT a FROM t WHERE b GROUP BY a) AS s GROUP BY c;',
    'SELECT count(*) FROM (SELECT a FROM t WHERE b GROUP BY a) AS s {GROUP BY c};',
  ],
  [
    'SELECT 1 FROM u GROUP BY x UNION ALL SELECT count(*) FROM t GROUP BY y EXCEPT SELECT 2 WHERE z',
    'SELECT 1 FROM u GROUP BY x UNION ALL SELECT count(*) FROM t {GROUP BY y} EXCEPT SELECT 2 WHERE z',
  ],
  [
    'SELECT "group", a IS DISTINCT FROM b, count(*), mode() WITHIN GROUP (ORDER BY a) FROM t GROUP BY \'having\'',
    'SELECT "group", a IS DISTINCT FROM b, count(*), mode() WITHIN GROUP (ORDER BY a) FROM t {GROUP BY \'having\'}',
  ],
  ['FROM t SELECT a, count(*) WHERE a GROUP BY a', 'FROM t SELECT a, count(*) <WHERE> a {GROUP BY a}'],
  [
    'SELECT a FROM t GROUP BY a HAVING count(*) > 1 QUALIFY true',
    'SELECT a FROM t {GROUP BY a} [HAVING count(*) > 1] QUALIFY true',
  ],
  ['SELECT count(*) FROM t WHERE a', undefined],
  ['SELECT count(*) FROM (SELECT 1 GROUP BY 1)', undefined],
])('%s', (text, expected) => {
  expect(marked(text)).toBe(expected);
});
