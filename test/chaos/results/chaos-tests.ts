import { type ChaosTest, chaosTest } from '../chaos-test.ts';
import { disconnect } from './disconnect.ts';
import { swapUnderPages } from './swap-under-pages.ts';

/** What can go wrong with results on their way. */
export const resultTests: Readonly<Record<string, ChaosTest>> = {
  disconnect: chaosTest(
    'clients close at a random byte of their answers, 2,000 times',
    ({ scaled, signal }) => disconnect({ requests: scaled(2_000), signal }),
    ({ unexplained, reservedUnits, balanceDifference }) =>
      unexplained === 0 && reservedUnits === 0 && balanceDifference === 0,
  ),
  'swap-under-pages': chaosTest(
    'pages are read while the index is swapped 1,000 times',
    ({ scaled, signal }) => swapUnderPages({ swaps: scaled(1_000), signal }),
    ({ mixed, failed, missed }) => mixed === 0 && failed === 0 && missed === 0,
  ),
};
