/** An aggregate over groups: its text, and the columns of the totals that it uses. */
export interface OverGroups {
  readonly text: string;
  readonly measures: readonly string[];
}

/** The name of a column of totals in edits: one that no column of a table has. */
export function aliasOf(total: string): string {
  return `_sdq_${total}`;
}

/** What totals tell of a single figure: how its values in several groups are combined. */
interface Described {
  readonly figures?: readonly { readonly name: string; readonly kind: string }[];
}

/** Whether a total is a least or greatest value. */
export function isExtreme({ figures = [] }: Described, total: string): boolean {
  const figure = figures.find((each) => each.name === total);
  return figure === undefined ? /_(min|max)$/.test(total) : figure.kind === 'min' || figure.kind === 'max';
}

/** Whether an extreme is the least value, and not the greatest. */
export function isLeast(total: string): boolean {
  return /_(min|shortest)$/.test(total);
}

const unsure = '_unsure';

/** Beside an extreme, the one of groups in which a masked row may have had it: the others may still tell the answer. */
export function unsureOf(total: string): string {
  return `${total}${unsure}`;
}

/** The extreme that a total is unsure of; undefined for other totals. */
export function sureOf(total: string): string | undefined {
  return total.endsWith(unsure) ? total.slice(0, -unsure.length) : undefined;
}
