import type { Cost } from './measure.ts';

/** The median: the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that at least a `share` (0 to 1) of the values does not exceed; NaN if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The medians of times, and the maximum of memory. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    wallMs: median(costs.map((cost) => cost.wallMs)),
    cpuMs: median(costs.map((cost) => cost.cpuMs)),
    memory: {
      treeBytes: Math.max(...costs.map((cost) => cost.memory.treeBytes)),
      processBytes: Math.max(...costs.map((cost) => cost.memory.processBytes)),
    },
  };
}

/** The geometric mean of ratios: that of 2 and 0.5 is 1. NaN if there are no values. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
