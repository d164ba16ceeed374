import { killKeeper } from '../../platforms/faults/kill-keeper.ts';
import { dyingUpstream } from './dying-upstream.ts';
import { type Fault, fault } from './fault.ts';

/** How much slower others may be at the 99th percentile while one upstream dies. */
const slowerMax = 1.5;

/** What can go wrong with the platforms' own services. */
export const platformFaults: Readonly<Record<string, Fault>> = {
  'kill-keeper': fault(
    'a process that keeps what drivers fetched, and merges it, is killed again and again',
    ({ scaled, signal }) => killKeeper({ kills: scaled(100), signal }),
    ({ lost, double, left }) => lost === 0 && double === 0 && left === 0,
  ),
  'dying-upstream': fault(
    'one upstream answers after 10 s and half of the time not at all; the other platforms do not notice',
    ({ scaled, signal }) => dyingUpstream({ seconds: scaled(60), latencyMs: 10_000, signal }),
    ({ others, waiting, waitingMax, running, runningMax, othersFailed }) =>
      others.p99Ratio <= slowerMax && waiting <= waitingMax && running <= runningMax && othersFailed === 0,
  ),
};
