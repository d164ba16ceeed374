import { type Outcome, outcomes, type Verdict } from '../statement.ts';

/** Statements of one kind: how many, and the shortest of them. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
  readonly example: string;
  readonly source: string;
  readonly detail: string;
}

export type Counts = Readonly<Record<Outcome, number>>;

export interface Report {
  /** Where the statements come from: a folder, or the corpus and its seed. */
  readonly subject: string;
  readonly index: string;
  readonly seconds: number;
  readonly isInterrupted: boolean;
  readonly statements: number;
  readonly counts: Counts;
  readonly sources: readonly (Counts & { readonly source: string })[];
  /** By outcome; the most frequent kind first. */
  readonly kinds: Readonly<Partial<Record<Outcome, readonly KindCount[]>>>;
  /** Every statement of the outcomes that are asked for. */
  readonly listed: readonly { outcome: Outcome; source: string; sql: string; kind: string; detail: string }[];
}

export interface ReportFacts extends Pick<Report, 'subject' | 'index' | 'seconds' | 'isInterrupted'> {
  /** Outcomes whose statements are listed one by one. */
  readonly only: readonly Outcome[];
}

/** Sources are counted by their first part: the folder of a file, or the generator of the corpus. */
const sourcesMax = 200;

/** Counts and groups verdicts. */
export function makeReport(verdicts: readonly Verdict[], { only, ...facts }: ReportFacts): Report {
  const bySource = Map.groupBy(verdicts, ({ statement }) => statement.source.replace(/[/:].*$/s, ''));
  const kindsOf = (outcome: Outcome) =>
    [
      ...Map.groupBy(
        verdicts.filter((verdict) => verdict.outcome === outcome),
        ({ kind }) => kind,
      ),
    ]
      .map(([kind, same]) => kindCount(kind, same))
      .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
  const grouped = outcomes
    .filter((outcome) => outcome !== 'equal')
    .map((outcome) => [outcome, kindsOf(outcome)]);
  return {
    ...facts,
    statements: verdicts.length,
    counts: countOf(verdicts),
    sources: [...bySource]
      .map(([source, same]) => ({ source, ...countOf(same) }))
      .sort((a, b) => (a.source < b.source ? -1 : 1))
      .slice(0, sourcesMax),
    kinds: Object.fromEntries(grouped),
    listed: verdicts
      .filter(({ outcome }) => only.includes(outcome))
      .map(({ outcome, statement, kind, detail }) => ({
        outcome,
        source: statement.source,
        sql: statement.sql,
        kind,
        detail,
      })),
  };
}

/** Whether the engine answered everything that it admitted as plain DuckDB does. */
export function isFaultless({ counts }: Report): boolean {
  return counts.different === 0 && counts.crashed === 0;
}

function countOf(verdicts: readonly Verdict[]): Counts {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const { outcome } of verdicts) counts[outcome]++;
  return counts;
}

function kindCount(kind: string, verdicts: readonly Verdict[]): KindCount {
  const shortest = verdicts.reduce((a, b) => (b.statement.sql.length < a.statement.sql.length ? b : a));
  const { statement, detail } = shortest;
  return { kind, count: verdicts.length, example: statement.sql, source: statement.source, detail };
}
