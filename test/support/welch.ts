/** Without the slowest tenth, which is the machine's doing and the same for all. */
export function trim(times: readonly number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(0, Math.floor(sorted.length * 0.9));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Welch's t: how far apart the means of two sets of times are, in standard errors. */
export function welchT(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [mean(left), mean(right)];
  const variance = (values: readonly number[], of: number) =>
    values.reduce((sum, value) => sum + (value - of) ** 2, 0) / (values.length - 1) / values.length;
  const spread = Math.sqrt(variance(left, a) + variance(right, b));
  return spread === 0 ? 0 : (b - a) / spread;
}
