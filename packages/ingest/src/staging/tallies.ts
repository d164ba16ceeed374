import type { Observation, Refusal } from '../observation.ts';
import type { RefusalExample } from './journal.ts';

/** Number of refused records or fields of each reason that are reported. */
const examplesMax = 3;

/** One record of a record chunk, mapped or refused. */
export type MappedRecord =
  | {
      readonly observations: readonly Observation[];
      readonly refusedFields: readonly RefusedField[];
      readonly line: number;
    }
  | { readonly refusal: Refusal; readonly excerpt: string; readonly line: number };

/** A field of an accepted record that was not understood. */
export interface RefusedField {
  readonly refusal: Refusal;
  /** The beginning of its value. */
  readonly excerpt: string;
}

/** Counts of records and of what was refused. */
export interface Tallies {
  records: number;
  accepted: number;
  refused: number;
  readonly refusedBy: Record<string, number>;
  /** The first refused records by reason. */
  readonly examples: Record<string, RefusalExample[]>;
  /** Refused fields of accepted records by reason, and the first of them. */
  readonly fieldsRefusedBy: Record<string, number>;
  readonly fieldExamples: Record<string, RefusalExample[]>;
}

export function emptyTallies(): Tallies {
  return {
    records: 0,
    accepted: 0,
    refused: 0,
    refusedBy: {},
    examples: {},
    fieldsRefusedBy: {},
    fieldExamples: {},
  };
}

/** A line of the reject file. */
export interface Reject extends RefusalExample {
  readonly reason: string;
  /** `field` if the record was accepted without this field. */
  readonly refused?: 'field';
}

/** Counts a record and returns what was refused of it. */
export function tallyRecord(tallies: Tallies, record: MappedRecord): Reject[] {
  tallies.records++;
  if ('refusal' in record) {
    tallies.refused++;
    const { refusal, line, excerpt } = record;
    const reject = { line, field: refusal.field, reason: refusal.reason, message: refusal.message, excerpt };
    tally(reject, tallies.refusedBy, tallies.examples);
    return [reject];
  }
  tallies.accepted++;
  return record.refusedFields.map(({ refusal: { field, reason, message }, excerpt }) => {
    const reject = { line: record.line, field, reason, message, excerpt };
    tally(reject, tallies.fieldsRefusedBy, tallies.fieldExamples);
    return { ...reject, refused: 'field' };
  });
}

function tally(
  { reason, line, field, message, excerpt }: Reject,
  counts: Record<string, number>,
  examples: Record<string, RefusalExample[]>,
): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
  const known = examples[reason] ?? [];
  if (known.length < examplesMax) examples[reason] = [...known, { line, field, message, excerpt }];
}
