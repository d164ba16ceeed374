import type { PlacedCall } from '../../../shape/dates/placed-calls.ts';
import type { Span } from '../../../shape/dates/statement-text.ts';
import type { SpanEdit } from '../../../shape/table-question.ts';

/** A call with its edits; one line with the reason where it cannot be changed. */
export interface EditedCall {
  readonly call: PlacedCall;
  /** Its text, for display. */
  readonly own: string;
  readonly span: Span;
  readonly edits: SpanEdit[] | string;
}
