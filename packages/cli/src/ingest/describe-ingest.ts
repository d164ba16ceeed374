import type { AppError } from '@sdq/contract';
import type { AddedFile, AddReport, CollectionReport, SkippedSource } from '@sdq/ingest';
import { countText, durationText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** The result for each file and table, as text. */
export async function describeIngest(report: AddReport, header: (text: string) => string): Promise<string> {
  const { noteMeanings, refusalReasons } = await import('@sdq/ingest');
  const lines = [describeFiles(report, header)];
  for (const file of report.files) {
    const details = [...fileDetails(file, { noteMeanings, refusalReasons }), ...rateLines(file)];
    if (details.length > 0) lines.push('', `${file.name}:`, ...details);
  }
  if (report.collection !== undefined) lines.push('', ...collectionLines(report.collection));
  const skipped = skippedLines(report.skipped);
  if (skipped.length > 0) lines.push('', ...skipped);
  for (const error of report.postponed) lines.push('', ...postponedLines(error));
  const changes = Object.entries(report.tables).filter(([, rows]) => rows.before !== rows.after);
  if (changes.length > 0) lines.push('');
  for (const [table, { before, after }] of changes) {
    lines.push(`${table}: ${countText(before)} → ${countText(after)} rows`);
  }
  lines.push('', report.changed ? `snapshot ${report.snapshotId}` : unchanged(report));
  return lines.join('\n');
}

/** What has changed since the last import. */
function collectionLines(collection: CollectionReport): string[] {
  const { name, unchanged, added, replaced, withdrawn, recordsWithdrawn, removed, keptBecause } = collection;
  const counts = Object.entries(recordsWithdrawn);
  const records = counts.map(([table, count]) => `${countText(count)} of ${table}`).join(', ');
  const kept =
    keptBecause === null ? 'they stay; --mirror removes them' : `they stay, because ${keptBecause}`;
  const named = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${what}: ${firstOf(names)}`];
  return [
    `collection ${name}: ${countText(unchanged)} unchanged, ${countText(added.length)} new, ${countText(replaced.length)} replaced, ${countText(withdrawn.length)} withdrawn`,
    ...named('new', added),
    ...named('replaced', replaced),
    ...named('withdrawn', withdrawn),
    ...(counts.length === 0
      ? []
      : [`  records that no file has any more: ${records}; ${removed ? 'removed' : kept}`]),
  ];
}

const skippedShownMax = 3;

/** What was left out, by reason, with the first names of each; the hint of a reason once. */
export function skippedLines(skipped: readonly SkippedSource[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  const lines = [...byReason].flatMap(([reason, sources]) => {
    const names = sources.slice(0, skippedShownMax).map(({ name }) => name);
    const more = sources.length > names.length ? ` and ${countText(sources.length - names.length)} more` : '';
    const hint = sources.find((source) => source.hint !== undefined)?.hint;
    return [
      `  ${printable(reason)}: ${printable(names.join(', '))}${more}`,
      ...(hint === undefined ? [] : [`    ${printable(hint)}`]),
    ];
  });
  return lines.length === 0 ? [] : [`left out: ${plural(skipped.length, 'source')}`, ...lines];
}

/** What was added is visible, but files were not rewritten. */
export function postponedLines({ message, hint }: AppError): string[] {
  return [
    `postponed: files were not joined or rewritten, which the next add or "sdq index compact" does: ${printable(message)}`,
    ...(hint === undefined ? [] : [`  ${printable(hint)}`]),
  ];
}

/** The report as JSON; errors have code, message and hint. */
export function ingestAsJson(report: AddReport) {
  return {
    ...report,
    files: withPlainErrors(report.files),
    postponed: report.postponed.map(plainError),
  };
}

function plainError({ code, message, hint }: AppError) {
  return { code, message, hint: hint ?? null };
}

export function withPlainErrors<File extends { readonly error?: AppError }>(files: readonly File[]) {
  return files.map(({ error, ...file }) =>
    error === undefined ? file : { ...file, error: plainError(error) },
  );
}

type Told = Pick<
  AddedFile,
  'guesses' | 'refusedBy' | 'examples' | 'fieldsRefusedBy' | 'fieldExamples' | 'notes' | 'unusedFields'
> & { readonly rejectFile?: string | null; readonly unused?: readonly string[] };

/** What was refused, guessed and not used of a file, the most important first. */
export function fileDetails(
  file: Told,
  meanings: {
    readonly noteMeanings: Readonly<Record<string, string>>;
    readonly refusalReasons: Readonly<Record<string, string>>;
  },
): string[] {
  const { guesses } = file;
  const isLoud = (kind: string) => kind === 'counts_missing';
  const lines = guesses.filter(({ kind }) => isLoud(kind)).map(({ message }) => `  WARNING: ${message}`);
  lines.push(...refusedLines(file.refusedBy, file.examples, meanings.refusalReasons, 'refused'));
  lines.push(
    ...refusedLines(file.fieldsRefusedBy, file.fieldExamples, meanings.refusalReasons, 'values unknown'),
  );
  for (const { kind, field, message } of guesses) {
    if (!isLoud(kind)) lines.push(`  guess: ${field === '' ? '' : `${field}: `}${message}`);
  }
  lines.push(...countedLines(file.notes, meanings.noteMeanings));
  if (file.rejectFile) lines.push(`  refused records and values: ${file.rejectFile}`);
  lines.push(...unusedLines(file));
  return lines;
}

function refusedLines(
  counts: AddedFile['refusedBy'],
  examples: AddedFile['examples'],
  meanings: Readonly<Record<string, string>>,
  what: string,
): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([reason, count]) => [
      `  ${countText(count)} ${what}: ${meanings[reason] ?? reason} (${reason})`,
      ...(examples[reason] ?? []).map(
        ({ line, field, message }) =>
          `    line ${line}${field === '' ? '' : `, ${field}`}: ${printable(message)}`,
      ),
    ]);
}

/**
 * Numbers come first, with examples: they may be counts that were not recognised. A preview names those of the others
 * that have values.
 */
function unusedLines({ unusedFields, unused }: Told): string[] {
  const numbers = unusedFields.filter(({ isNumber }) => isNumber);
  const named = unused ?? unusedFields.filter(({ values }) => values > 0).map(({ name }) => name);
  const others = named.filter((name) => !numbers.some((field) => field.name === name));
  const shown = numbers.map(({ name, examples }) => `${name} (${examples.join(', ')})`);
  return [
    ...(shown.length > 0 ? [`  unused columns with numbers: ${firstOf(shown)}`] : []),
    ...(others.length > 0 ? [`  unused columns: ${firstOf(others)}`] : []),
  ];
}

const unusedShownMax = 40;

function firstOf(names: readonly string[]): string {
  const more = names.length - unusedShownMax;
  const rest = more > 0 ? ` and ${countText(more)} more (--json lists all)` : '';
  return `${printable(names.slice(0, unusedShownMax).join(', '))}${rest}`;
}

function rateLines({ records, elapsedMs }: AddedFile): string[] {
  if (records === 0 || elapsedMs <= 0) return [];
  const rate = Math.round((records * 1000) / elapsedMs);
  return [`  ${plural(records, 'record')} in ${durationText(elapsedMs)}, ${countText(rate)} a second`];
}

/** Text of a file, without characters that a terminal could interpret. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

function unchanged(report: AddReport): string {
  return report.snapshotId === ''
    ? 'No index was created'
    : `No changes: snapshot ${report.snapshotId} remains current`;
}

function describeFiles(report: AddReport, header: (text: string) => string): string {
  const hasMerged = report.files.some(({ merged }) => merged > 0);
  return renderTable(
    [
      { name: 'file', align: 'left' },
      { name: 'format', align: 'left' },
      { name: 'status', align: 'left' },
      { name: 'records', align: 'right' },
      { name: 'accepted', align: 'right' },
      ...(hasMerged ? [{ name: 'merged', align: 'right' } as const] : []),
      { name: 'refused', align: 'right' },
    ],
    report.files.map((file) => [
      file.name,
      file.format ?? '',
      file.status,
      countText(file.records),
      countText(file.accepted),
      ...(hasMerged ? [countText(file.merged)] : []),
      countText(file.refused),
    ]),
    { header },
  );
}

function countedLines(counts: AddedFile['notes'], meanings: Readonly<Record<string, string>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${countText(count)} ${meanings[name] ?? name} (${name})`);
}
