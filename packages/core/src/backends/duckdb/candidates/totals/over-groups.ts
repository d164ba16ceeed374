/** An aggregate over groups: its text, and the columns of the totals that it uses. */
export interface OverGroups {
  readonly text: string;
  readonly measures: readonly string[];
}

/** The name of a column of totals in edits: one that no column of a table has. */
export function aliasOf(total: string): string {
  return `_sdq_${total}`;
}
