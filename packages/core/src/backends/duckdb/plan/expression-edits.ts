import { sqlName } from '@sdq/duckdb/sql';
import type { RuleOutcome } from '../../../backend/execution-backend.ts';
import type { PlacedCall } from '../../../shape/dates/placed-calls.ts';
import type { StatementText } from '../../../shape/dates/statement-text.ts';
import { resultName } from '../../../shape/result-name.ts';
import type { SpanEdit } from '../../../shape/table-question.ts';
import type { EditedCall } from './edited-call.ts';
import { inEveryGroupingSet } from './repeated-calls.ts';

/** The edits of calls that are written alike: all of them are made, or none, so that GROUP BY and SELECT stay equal. */
type EditGroup = readonly SpanEdit[];

/** Edits of the caller's expressions that keep values, types and names of result columns. */
export interface ExpressionEdits {
  readonly groups: readonly EditGroup[];
  /** What the rules did; none where the statement has no call that they could change. */
  readonly outcomes: readonly RuleOutcome[];
}

export const noEdits: ExpressionEdits = { groups: [], outcomes: [] };

/** With fewer rows than this, what such a rule saves is less than what it costs. */
export const rowsWorthwhile = 2_000;

export const notWorthwhile = `not worthwhile for fewer than ${rowsWorthwhile} rows`;

/** What a rule does to calls that are written alike, and says of it: `changes` is what it does, `faults` further reasons why not. */
export function editsOfRule(
  { rule, changes, text }: { readonly rule: string; readonly changes: string; readonly text: StatementText },
  calls: readonly EditedCall[],
  faults: readonly string[] = [],
): ExpressionEdits {
  const byText = new Map<string, { edits: SpanEdit[]; fault: string | undefined; shown: string }>();
  for (const { call, own, span, edits } of inEveryGroupingSet(calls, text)) {
    const key = call.isCondition ? `${own} at ${span.start}` : own.toLowerCase().replaceAll(/\s+/g, '');
    const group = byText.get(key) ?? { edits: [], fault: undefined, shown: shortened(own) };
    byText.set(key, group);
    if (typeof edits === 'string') group.fault ??= edits;
    else group.edits.push(...edits);
  }
  const groups = [...byText.values()];
  const made = groups.filter(({ fault }) => fault === undefined);
  const unmade = groups.flatMap(({ fault, shown }) => (fault === undefined ? [] : [`${shown}: ${fault}`]));
  const reasons = [...unmade, ...faults];
  const notes = [
    ...(made.length === 0 ? [] : [`${changes}: ${shownOnce(made)}`]),
    ...(reasons.length === 0 ? [] : [`unchanged: ${reasons.join('; ')}`]),
  ];
  if (notes.length === 0) return noEdits;
  const outcome = { rule, table: null, fired: made.length > 0, note: notes.join('; ') };
  return { groups: made.map(({ edits }) => edits), outcomes: [outcome] };
}

/** A rule that changes nothing, and why. */
export function unchanged(rule: string, note: string): ExpressionEdits {
  return { groups: [], outcomes: [{ rule, table: null, fired: false, note }] };
}

/** A shortened call, for display. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Maximum number of calls that a note names. */
const shownMax = 5;

function shownOnce(groups: readonly { readonly shown: string }[]): string {
  const all = [...new Set(groups.map(({ shown }) => shown))];
  const more = all.length > shownMax ? ` and ${all.length - shownMax} more` : '';
  return `${all.slice(0, shownMax).join(', ')}${more}`;
}

/** Edits of a call, with the name of its result column; one line with the reason where that is not known. */
export function withName(
  { isInName, unnamed }: PlacedCall,
  edits: SpanEdit[],
  text: StatementText,
  from: number,
): SpanEdit[] | string {
  if (isInName) return 'its text is part of the name of a result column: give it one with AS';
  if (unnamed === undefined) return edits;
  const end = text.itemEnd(from, unnamed.select, unnamed.item);
  const name = resultName(unnamed.item);
  if (end === undefined || name === undefined) return 'a result column has no name: give it one with AS';
  return [...edits, { start: end, end, text: ` AS ${sqlName(name)}` }];
}

/** The edits of groups that do not touch the text that other edits replace, in the order of the text. */
export function editsBeside({ groups }: ExpressionEdits, others: readonly SpanEdit[]): SpanEdit[] {
  const isFree = (edit: SpanEdit) =>
    others.every(
      (other) =>
        (edit.end <= other.start || other.end <= edit.start) &&
        // A column gets one name.
        !(edit.start === edit.end && edit.start === other.start && edit.text.startsWith(' AS')),
    );
  const free = groups.filter((group) => group.every(isFree)).flat();
  const once = new Map(free.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit]));
  // At one place, brackets are closed before a name follows, and opened before a call.
  const rank = ({ start, end, text }: SpanEdit) =>
    text.startsWith(')') ? 0 : start < end ? 3 : text.startsWith(' AS') ? 1 : 2;
  return [...once.values()].sort((a, b) => a.start - b.start || rank(a) - rank(b));
}
