import { tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { SourceEntry } from '@sdq/index';
import type { AddedFile } from './add-report.ts';
import type { FormatName } from './formats/index.ts';
import { refusalReasons } from './observation.ts';
import type { OpenedSource } from './open-source.ts';
import type { StagingState } from './staging/journal.ts';

const nothing = {
  format: null,
  table: null,
  records: 0,
  accepted: 0,
  merged: 0,
  refused: 0,
  refusedBy: {},
  examples: {},
  fieldsRefusedBy: {},
  fieldExamples: {},
  guesses: [],
  notes: {},
  rejectFile: null,
  unused: [],
  unusedFields: [],
  conversion: null,
  elapsedMs: 0,
} as const;

/** The report of a file that failed before a record was read. */
export function failedFile(path: string, error: AppError): AddedFile {
  return { ...nothing, name: path, status: 'failed', error };
}

/** The report of a file whose content is in the index. */
export function knownFile(source: OpenedSource, entry: SourceEntry, rejectFile: string | null): AddedFile {
  const { records, accepted, refused } = entry;
  return {
    ...nothing,
    ...planned(source),
    format: entry.format as FormatName,
    status: 'already added',
    records,
    accepted,
    merged: records - accepted - refused,
    refused,
    refusedBy: entry.refused_by ?? {},
    rejectFile,
  };
}

/** The report of a file that was staged; without an accepted record it failed. */
export function stagedFile(
  source: OpenedSource,
  state: StagingState,
  { merged, rejectFile, elapsedMs }: Pick<AddedFile, 'merged' | 'rejectFile' | 'elapsedMs'>,
): AddedFile {
  const { records, accepted, refused, refusedBy, examples, fieldsRefusedBy, fieldExamples, notes } = state;
  const file = {
    ...planned(source),
    status: 'added' as const,
    records,
    accepted: accepted - merged,
    merged,
    refused,
    refusedBy,
    examples,
    fieldsRefusedBy,
    fieldExamples,
    notes,
    rejectFile,
    conversion: state.bulk && {
      bySql: state.bulk.rows,
      byRow: records - state.bulk.rows,
      columnsByRow: source.bulk?.rows.columnsByRow ?? [],
    },
    elapsedMs,
  };
  if (accepted > 0 || refused === 0) return file;
  return { ...file, status: 'failed', error: allRefused(source, state, rejectFile) };
}

function planned({ path, format, plan, guesses, unused, unusedFields }: OpenedSource) {
  return {
    name: path,
    format,
    table: plan === undefined ? null : tableId(plan.table),
    guesses,
    unused,
    unusedFields,
  };
}

/** What the user can do about the most frequent reason. */
function allRefused(source: OpenedSource, state: StagingState, rejectFile: string | null): AppError {
  const [most] = Object.entries(state.refusedBy).sort(([, a], [, b]) => b - a);
  const [reason = '', count = 0] = most ?? [];
  const example = state.examples[reason]?.[0];
  const meaning = refusalReasons[reason as keyof typeof refusalReasons] ?? reason;
  const first =
    example === undefined
      ? ''
      : `; line ${example.line}${example.field === '' ? '' : `, field "${example.field}"`}: ${example.message}`;
  const rows =
    state.records === 1 ? 'The only record' : `All ${state.records.toLocaleString('en-US')} records`;
  return new AppError(
    'records_refused',
    `${rows} of "${source.path}" ${state.records === 1 ? 'was' : 'were'} refused, read as ${source.format}${source.plan === undefined ? '' : ` for the table "${tableId(source.plan.table)}"`}: ${count} × ${reason}: ${meaning.replace(/\.$/, '')}${first}`,
    {
      hint: `Nothing was imported. Name the columns with --map THEIRS=OURS or --mapping, the table with --table, or the format with --input-format.${rejectFile === null ? '' : ` All refusals: ${rejectFile}`}`,
    },
  );
}
