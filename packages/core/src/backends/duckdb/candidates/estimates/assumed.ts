/**
 * Defaults for statistics that a segment lacks because it was built before they were recorded. They are defined only
 * here; `explain` says when they are used.
 */
export const assumed = {
  /** Rows of a group: see `GroupRows`. */
  groupRows: { typical: 10, many: 500 },
  /** Bytes of one column's value in a structure. */
  cellBytes: 4,
  /** Bytes of a text, and of the texts of a list. */
  textBytes: { category: 2, other: 12, long: 40 },
} as const;
