import { fileURLToPath } from 'node:url';
import { describeRun, type NightReport, writeReport } from './report.ts';
import { commandOf, runStep, type StepOptions } from './run-step.ts';
import type { Step, StepResult } from './step.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface NightOptions extends StepOptions {
  readonly steps: readonly Step[];
  onStep?(result: StepResult): void;
}

/**
 * Runs the steps one after the other, also after one that failed, and writes the report anew after each: what did not run
 * stands in it as such, however the night ends.
 */
export async function runNight({ steps, onStep, ...options }: NightOptions): Promise<NightReport> {
  const { seed, scale, out, signal } = options;
  const startedAt = new Date();
  const about = { startedAt: startedAt.toISOString(), ...describeRun(root), seed, scale };
  const results: StepResult[] = [];
  const report = (): NightReport => ({
    ...about,
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
    isInterrupted: signal.aborted,
    steps: [...results, ...steps.slice(results.length).map((step) => notRun(step, options))],
  });
  await writeReport(report(), out);
  for (const step of steps) {
    if (signal.aborted) break;
    const result = await runStep(step, options);
    results.push(result);
    await writeReport(report(), out);
    onStep?.(result);
  }
  return report();
}

function notRun(step: Step, options: StepOptions): StepResult {
  const { name, about } = step;
  const command = commandOf(step, { ...options, vitestReport: '' });
  return { name, about, status: 'not run', seconds: 0, figures: {}, command };
}
