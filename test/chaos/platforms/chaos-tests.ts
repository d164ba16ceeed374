import { type ChaosTest, chaosTest } from '../chaos-test.ts';
import { dyingUpstream } from './dying-upstream.ts';
import { killKeeper } from './kill-keeper.ts';

/** How much slower others may be at the 99th percentile while one upstream dies. */
const slowerMax = 1.5;

/** What can go wrong with the platforms' own services. */
export const platformTests: Readonly<Record<string, ChaosTest>> = {
  'kill-keeper': chaosTest(
    'a process that keeps what drivers fetched, and merges it, is killed again and again',
    ({ scaled, signal }) => killKeeper({ kills: scaled(100), signal }),
    ({ lost, double, left }) => lost === 0 && double === 0 && left === 0,
  ),
  'dying-upstream': chaosTest(
    'one upstream answers after 10 s and half of the time not at all; the other platforms do not notice',
    ({ scaled, signal }) => dyingUpstream({ seconds: scaled(60), latencyMs: 10_000, signal }),
    ({ others, waiting, waitingMax, running, runningMax, othersFailed }) =>
      others.p99Ratio <= slowerMax && waiting <= waitingMax && running <= runningMax && othersFailed === 0,
  ),
};
