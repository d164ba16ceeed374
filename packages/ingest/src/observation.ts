import type { Notes } from './notes.ts';

/** A value on its way into a catalogue column: times are microseconds since 1970 as bigint, null is unknown. */
export type Value = null | boolean | number | bigint | string | readonly Value[] | object;

export type Values = { [column: string]: Value };

/** What one record tells about one row of one table. */
export interface Observation {
  /** `platform.table`, as in the manifest. */
  readonly table: string;
  /** By stored column; columns left out are unknown. */
  readonly values: Values;
  /** Microseconds since 1970, UTC; null when the record does not say when it was read. */
  readonly observedAt: bigint | null;
}

/** Why a record was not taken in. The code is stable; programs may count by it. */
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
  json_malformed: 'The line or element is not JSON.',
  record_too_large: 'The record is larger than 16 MiB.',
  record_unknown: 'The record has none of the fields that the format puts into one.',
  columns_mismatch: 'The row has more or fewer fields than the header.',
  id_missing: 'A column of the key has no value.',
  id_invalid: 'The id is not a decimal number of at most 20 digits.',
  id_rounded: 'The id went through a floating-point number and lost its last digits.',
  time_missing: 'The record does not say when it was made.',
  time_invalid: 'The time is written in no known way.',
  time_implausible: 'The time lies before 2005 or more than two days ahead.',
  count_invalid: 'The count is not a number.',
  count_fraction: 'The count is not a whole number.',
  count_negative: 'The count is below zero.',
  count_too_large: 'The count does not fit 63 bits.',
  value_missing: 'A column that every row must have is unknown.',
  value_invalid: 'The value is not of the column’s type.',
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** What mappers need besides the record. */
export interface MapContext {
  readonly notes: Notes;
  /** Fields whose large numbers lost their last digits before they were written to this file. */
  readonly lossyFields: ReadonlySet<string>;
  /** Microseconds; times after it are refused. */
  readonly latestPlausible: bigint;
  /** When the enclosing response was made, where the file holds whole responses. */
  readonly responseTime: bigint | null;
}
