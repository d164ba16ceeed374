import { bombTests } from './bombs/chaos-tests.ts';
import type { ChaosTest } from './chaos-test.ts';
import { moneyTests } from './money/chaos-tests.ts';
import { operationTests } from './operations/chaos-tests.ts';
import { platformTests } from './platforms/chaos-tests.ts';
import { requestTests } from './requests/chaos-tests.ts';
import { resultTests } from './results/chaos-tests.ts';

/** All chaos tests by their names on the command line. */
export const chaosTests: Readonly<Record<string, ChaosTest>> = {
  ...moneyTests,
  ...operationTests,
  ...platformTests,
  ...requestTests,
  ...resultTests,
  ...bombTests,
};
