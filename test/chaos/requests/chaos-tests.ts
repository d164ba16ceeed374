import { type ChaosTest, chaosTest } from '../chaos-test.ts';
import { framing } from './framing.ts';
import { hostileJson } from './hostile-json.ts';
import { ssrf } from './ssrf.ts';
import { traversal } from './traversal.ts';

/** Requests that unauthenticated users can send. */
export const requestTests: Readonly<Record<string, ChaosTest>> = {
  framing: chaosTest(
    'requests that can be read in two ways, over raw sockets, 100 times each',
    ({ scaled, signal }) => framing({ rounds: scaled(100), signal }),
    ({ wrongStatus, desynchronised, otherBodies }) =>
      wrongStatus.length === 0 && desynchronised.length === 0 && otherBodies.length === 0,
  ),
  'hostile-json': chaosTest(
    'bodies and queries wrong in every way known, 1,000,000 of them',
    ({ scaled, signal }) => hostileJson({ requests: scaled(1_000_000), signal }),
    ({ failures, misjudged, polluted }) => failures === 0 && misjudged.length === 0 && !polluted,
  ),
  ssrf: chaosTest(
    'addresses of posts that lead to this machine and others; connections are counted',
    ({ scaled, signal }) => ssrf({ rounds: scaled(3), signal }),
    ({ connections, connectCalls, byStatus }) =>
      connections === 0 &&
      (connectCalls ?? 0) === 0 &&
      Object.keys(byStatus).every((status) => status.startsWith('4')),
  ),
  traversal: chaosTest(
    'ids that lead out of folders; opened files are watched',
    ({ scaled, signal }) => traversal({ rounds: scaled(5), signal }),
    ({ taken, leaked, opened }) => taken.length === 0 && leaked === 0 && (opened ?? []).length === 0,
  ),
};
