import type { Notes } from './notes.ts';

/** A value of a catalogue column: times are microseconds since 1970 as bigint; null is unknown. */
export type Value = null | boolean | number | bigint | string | readonly Value[] | object;

export type Values = { [column: string]: Value };

/** The values that a record has for one row of a table. */
export interface Observation {
  /** `platform.table`, as in the manifest. */
  readonly table: string;
  /** By stored column; missing columns are unknown. */
  readonly values: Values;
  /** Observation time in microseconds since 1970, UTC; null if the record has none. */
  readonly observedAt: bigint | null;
}

/** The reason why a record was refused. The codes are stable, so that programs can use them. */
export class Refusal extends Error {
  readonly field: string;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, field: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
    this.field = field;
  }
}

/** Every reason for which a record can be refused. */
export const refusalReasons = {
  json_malformed: 'The line or element is not valid JSON.',
  record_too_large: 'The record is larger than 16 MiB.',
  record_unknown: 'The record has none of the fields of its format.',
  record_unsupported: 'No table is for records of this kind.',
  columns_mismatch: 'The row has more or fewer fields than the header.',
  id_missing: 'A key column has no value.',
  id_invalid: 'The ID is not a decimal number of at most 20 digits.',
  id_rounded: 'The ID was stored as a floating-point number and has lost its last digits.',
  time_missing: 'The record has no creation time.',
  time_invalid: 'The format of the time is unknown.',
  time_implausible: 'The time is before 2005 or more than two days in the future.',
  count_invalid: 'The count is not a number.',
  count_fraction: 'The count is not a whole number.',
  count_negative: 'The count is negative.',
  count_too_large: 'The count exceeds 63 bits.',
  value_missing: 'A required column has no value.',
  platform_foreign: 'The record is of another platform than the table.',
  value_invalid: 'The value does not match the type of the column.',
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** Context of mapping a record. */
export interface MapContext {
  readonly notes: Notes;
  /** Fields whose large numbers were rounded before they were written to the file. */
  readonly lossyFields: ReadonlySet<string>;
  /** Microseconds; times after it are refused. */
  readonly latestPlausible: bigint;
  /** Constants for columns that a record has no value for. */
  readonly constants?: Values;
  /** Time of the enclosing response, if the file contains responses. */
  readonly responseTime: bigint | null;
  /** Records that a field was not understood: its value is unknown, and the record is accepted. */
  refuseField(refusal: Refusal, value: unknown): void;
}
