import type { Expression } from './ast.ts';

/** The place of an expression that is not written in a text. */
const nowhere = -1;

/** A column by its name. */
export function columnRef(name: string): Expression {
  return {
    ...{ class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', query_location: nowhere },
    column_names: [name],
  };
}

/** Conditions joined by AND; null for none. */
export function conjunction(conditions: readonly Expression[]): Expression | null {
  const [only = null, another] = conditions;
  if (another === undefined) return only;
  return {
    ...{ class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '', query_location: nowhere },
    children: [...conditions],
  };
}

/** The conditions that AND joins in a clause; none for a clause that is missing. */
export function conjunctsOf(condition: Expression | null): readonly Expression[] {
  if (condition === null) return [];
  return condition.class === 'CONJUNCTION' && condition.type === 'CONJUNCTION_AND'
    ? condition.children
    : [condition];
}
