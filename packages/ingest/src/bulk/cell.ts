import type { PlainKind } from '../flat/plain/plain-kind.ts';
import type { SourceType } from './column-type.ts';

/** SQL over a source column. Conditions are never NULL where the value is not NULL. */
export interface CellSql {
  /** Whether the value is known. */
  readonly isKnown: string;
  /** Whether a known value is converted exactly as the row mapper does; all others are left to it. */
  readonly isPlain: string;
  /** The value of the table's column; times in microseconds since 1970. It raises no error for any value. */
  readonly value: string;
  /** Whether a known plain value is a time without a zone. */
  readonly isLocal?: string;
}

export interface CellOptions {
  /** SQL of the source column. */
  readonly cell: string;
  readonly type: SourceType;
  readonly kind: PlainKind;
  /** Name and type of the table's column. */
  readonly name: string;
  readonly columnType: string;
  /** Whether known texts were checked when they were put into columns: other ones are not there. */
  readonly isChecked: boolean;
  /** Whether long IDs lost digits. */
  readonly isLossy: boolean;
  /** Whether other sources of the same column follow: an ID that may be rounded is compared with theirs. */
  readonly isFollowed: boolean;
  readonly durationUnit: 's' | 'ms';
  /** The zone of times without one. */
  readonly zone: string | undefined;
  /** Latest plausible time in microseconds since 1970. */
  readonly latestPlausible: bigint;
}
