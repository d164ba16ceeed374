/**
 * What is taken for statistics that a segment lacks, because it was built before they were noted. Stated here and
 * nowhere else; `explain` says when it is made use of.
 */
export const assumed = {
  /** Rows of a group: see `GroupRows`. */
  groupRows: { typical: 10, many: 500 },
  /** Bytes of one column's value in a structure. */
  cellBytes: 4,
} as const;
