import { disconnect } from './disconnect.ts';
import { type Fault, fault } from './fault.ts';
import { swapUnderPages } from './swap-under-pages.ts';

/** What can go wrong with results on their way. */
export const sqlFaults: Readonly<Record<string, Fault>> = {
  disconnect: fault(
    'clients close at a random byte of their answers, 2,000 times',
    ({ scaled }) => disconnect({ requests: scaled(2_000) }),
    ({ unexplained, reservedUnits, balanceDifference }) =>
      unexplained === 0 && reservedUnits === 0 && balanceDifference === 0,
  ),
  'swap-under-pages': fault(
    'pages are read while the index is swapped 1,000 times',
    ({ scaled }) => swapUnderPages({ swaps: scaled(1_000) }),
    ({ mixed, failed, missed }) => mixed === 0 && failed === 0 && missed === 0,
  ),
};
