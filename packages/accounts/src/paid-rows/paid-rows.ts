/** Rows that one request paid for: from `first` up to, but without, `end`. */
export interface PaidRange {
  readonly requestId: string;
  readonly first: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly paidAt: number;
}

/** How long rows that were paid for cost nothing more. */
export const paidForMs = 86_400_000;

/** The parts of a range of rows that none of these ranges has paid for since the instant, in their order. */
export function unpaidParts(
  paid: readonly PaidRange[],
  { first, end, since }: { first: number; end: number; since: number },
): { first: number; end: number }[] {
  const parts: { first: number; end: number }[] = [];
  let from = first;
  for (const range of paid.filter(({ paidAt }) => paidAt > since).sort((a, b) => a.first - b.first)) {
    if (from >= end) break;
    if (range.end <= from) continue;
    if (range.first > from) parts.push({ first: from, end: Math.min(range.first, end) });
    from = Math.max(from, range.end);
  }
  if (from < end) parts.push({ first: from, end });
  return parts;
}

/** The newest request that paid, since the instant, for some of these rows; null where none did. */
export function paidBy(
  paid: readonly PaidRange[],
  { first, end, since }: { first: number; end: number; since: number },
): string | null {
  let newest: PaidRange | undefined;
  for (const range of paid) {
    if (range.paidAt <= since || range.end <= first || range.first >= end) continue;
    if (newest === undefined || range.paidAt >= newest.paidAt) newest = range;
  }
  return newest?.requestId ?? null;
}

export function rowsIn(parts: readonly { first: number; end: number }[]): number {
  return parts.reduce((sum, { first, end }) => sum + end - first, 0);
}
