import type { Outcome, Verdict } from './judge.ts';

export interface Report {
  /** Counts of outcomes by collection. */
  readonly corpora: Readonly<Record<string, Partial<Record<Outcome, number>>>>;
  /** Counts of outcomes by function of DuckDB, of those that were translated. */
  readonly functions: Readonly<Record<string, Partial<Record<Outcome, number>>>>;
  /** What was refused, most often first. */
  readonly refused: readonly (readonly [what: string, count: number])[];
  readonly markdown: string;
}

export function reportOf(verdicts: readonly Verdict[]): Report {
  const corpora: Record<string, Partial<Record<Outcome, number>>> = {};
  const functions: Record<string, Partial<Record<Outcome, number>>> = {};
  const refused = new Map<string, number>();
  const add = (counts: typeof corpora, name: string, outcome: Outcome) => {
    const own = Object.hasOwn(counts, name) ? (counts[name] ?? {}) : {};
    counts[name] = { ...own, [outcome]: (own[outcome] ?? 0) + 1 };
  };
  for (const { corpus, outcome, functions: called, note } of verdicts) {
    add(corpora, corpus, outcome);
    for (const name of called) add(functions, name, outcome);
    if (outcome === 'refused') refused.set(note, (refused.get(note) ?? 0) + 1);
  }
  const most = [...refused].sort(([, a], [, b]) => b - a);
  return { corpora, functions, refused: most, markdown: markdownOf(corpora, functions, most) };
}

function markdownOf(
  corpora: Report['corpora'],
  functions: Report['functions'],
  refused: Report['refused'],
): string {
  const shown: readonly Outcome[] = [
    'equal',
    'open',
    'refused',
    'slow',
    'unread',
    'different',
    'failed',
    'unnamed',
  ];
  const rows = (counts: Report['corpora']) =>
    Object.entries(counts).map(
      ([name, own]) =>
        `| ${name.replaceAll('|', '\\|')} | ${shown.map((outcome) => own[outcome] ?? 0).join(' | ')} |`,
    );
  const head = (first: string) => [
    `| ${first} | ${shown.join(' | ')} |`,
    `|---|${shown.map(() => '--:').join('|')}|`,
  ];
  return [
    ...head('questions'),
    ...rows(corpora),
    '',
    ...head('function'),
    ...rows(functions).sort(),
    '',
    '| refused | questions |',
    '|---|--:|',
    ...refused.map(([what, count]) => `| ${what.replaceAll('|', '\\|').replaceAll('\n', ' ')} | ${count} |`),
  ].join('\n');
}
