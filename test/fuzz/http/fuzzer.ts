import type { Fuzzer } from '../fuzzer.ts';
import { type FuzzSummary, runFuzz } from './run-fuzz.ts';

const usualCount = 100_000;

export const httpFuzzer: Fuzzer = {
  about:
    'requests to every operation: answers against the OpenAPI document, costs against the ledger; 100,000',
  async run({ count = usualCount, seconds, seed, signal }) {
    const summary = await runFuzz({ requests: count, seconds, seed, signal });
    return { passed: isClean(summary), figures: summary };
  },
};

function isClean(summary: FuzzSummary): boolean {
  const { violations, chargedOtherwise, chargedUntold, answeredUnits, ledgerUnits, balanceUnits } = summary;
  const isBalanced = answeredUnits === ledgerUnits && ledgerUnits === balanceUnits;
  return violations.length === 0 && chargedOtherwise === 0 && chargedUntold === 0 && isBalanced;
}
