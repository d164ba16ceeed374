import { AppError } from '@sdq/contract';
import type { AddedFile, AddReport } from '../add-report.ts';
import { type FollowOptions, followLines } from './follow-lines.ts';

/**
 * Imports records as they come from a program: objects, as a line of JSON would give them. Batches are published while
 * records come; resolves when the last one is. The report is that of a file with all records.
 *
 * Errors: those of `addFiles`; `usage_error` for a record that is not an object.
 */
export async function addRecords(records: AsyncIterable<object>, options: FollowOptions): Promise<AddReport> {
  const reports: AddReport[] = [];
  for await (const report of followLines(linesOf(records), options)) reports.push(report);
  return joined(reports);
}

async function* linesOf(records: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let at = 0;
  for await (const record of records) {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new AppError('usage_error', `Record ${at + 1} is not an object`, {
        hint: 'Yield one object for each record, with the fields of a line of JSON',
      });
    }
    at++;
    yield encoder.encode(`${JSON.stringify(record, plain)}\n`);
  }
}

/** Integers of any size are written with all digits, as text, which is read as a number. */
function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The report of all batches as one file. */
function joined(reports: readonly AddReport[]): AddReport {
  const files = reports.flatMap((report) => report.files);
  const last = reports.at(-1);
  const tables: Record<string, { before: number; after: number }> = {};
  for (const report of reports)
    for (const [id, { before, after }] of Object.entries(report.tables))
      tables[id] = { before: tables[id]?.before ?? before, after };
  const [first] = files;
  return {
    snapshotId: last?.snapshotId ?? '',
    changed: reports.some(({ changed }) => changed),
    files: first === undefined ? [] : [joinedFile(first, files)],
    skipped: [],
    // what one batch left, a later one does, or leaves again
    postponed: last?.postponed ?? [],
    tables,
  };
}

function joinedFile(first: AddedFile, files: readonly AddedFile[]): AddedFile {
  const sum = (of: (file: AddedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const failed = files.find(({ error }) => error !== undefined);
  return {
    ...first,
    ...(failed?.error === undefined ? {} : { error: failed.error }),
    name: 'records',
    status: failed?.status ?? 'added',
    records: sum(({ records }) => records),
    accepted: sum(({ accepted }) => accepted),
    merged: sum(({ merged }) => merged),
    refused: sum(({ refused }) => refused),
    refusedBy: counted(files.map(({ refusedBy }) => refusedBy)),
    fieldsRefusedBy: counted(files.map(({ fieldsRefusedBy }) => fieldsRefusedBy)),
    notes: counted(files.map(({ notes }) => notes)),
    rejectFile: files.find(({ rejectFile }) => rejectFile !== null)?.rejectFile ?? null,
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
  };
}

function counted(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
