import type { OpenConsole } from './open-console.ts';

/** Where the console keeps them. */
export const answersFile = new URL(
  '../../../packages/console/src/pages/examples/generated/answers.json',
  import.meta.url,
);

type Numbers = (number | null)[][];
type Row = Record<string, unknown>;

/** What the pictures of the gallery draw: the answer of each example over the sample index, by its title. */
export async function exampleAnswers({ open, service }: OpenConsole): Promise<Record<string, Numbers>> {
  const { page } = await open('/console/examples');
  await page.waitForSelector('.gallery a');
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.gallery a')].map((link) => link.hash.slice(1))`,
  );
  await page.close();
  const found: Record<string, Numbers> = {};
  for (const address of addresses) {
    const facts = new URLSearchParams(address);
    const parameters = Object.fromEntries(
      [...facts].flatMap(([name, value]) => (name.startsWith('p.') ? [[name.slice(2), value]] : [])),
    );
    const response = await fetch(`${service.url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: facts.get('sql'), limit: Number(facts.get('limit')), parameters }),
    });
    const { data } = (await response.json()) as { data: { rows: Row[] } };
    if (!response.ok || data.rows.length === 0) throw new Error(`${facts.get('title')} has no answer`);
    found[facts.get('title') ?? ''] = numbersOf(data.rows, facts.get('chart') ?? '');
  }
  return found;
}

function numbersOf(rows: readonly Row[], chart: string): Numbers {
  const [kind, x = '', y = '', by = ''] = chart.split('~');
  if (kind === 'histogram') return [binsOf(rows.map((row) => Number(row[x])))];
  // a picture has room for some of the points
  if (kind === 'scatter')
    return rows.filter((_row, i) => i % 8 === 0).map((row) => [Number(row[x]), Number(row[y])]);
  if (!kind) return rows.slice(0, 6).map((row) => Object.values(row).map((cell) => String(cell).length));
  const places = distinct(rows, x);
  return distinct(rows, by).map((name) => {
    const own = new Map(
      rows.filter((row) => String(row[by]) === name).map((row) => [String(row[x]), Number(row[y])]),
    );
    return places.map((place) => own.get(place) ?? null);
  });
}

/** Values of a column as texts, in the order of the rows; that of a column that there is not is one. */
const distinct = (rows: readonly Row[], column: string): string[] => [
  ...new Set(rows.map((row) => String(row[column]))),
];

function binsOf(values: readonly number[]): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const bins = new Array<number>(30).fill(0);
  for (const value of values) {
    const bin = Math.min(29, Math.floor(((value - min) / (max - min || 1)) * 30));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}
