import { killWriters } from '../../living/kill-writers.ts';
import { killPublishers } from '../../open-table/kill-publishers.ts';
import { killReplicas } from '../../replication/kill-replicas.ts';
import { type ChaosTest, chaosTest } from '../chaos-test.ts';
import { answerTiming } from './answer-timing.ts';
import { corruptIndex } from './corrupt-index.ts';
import { deadlines, everyBomb, everySlowToBind } from './deadlines.ts';
import { type HostileResult, hostileQueries } from './hostile-queries.ts';
import { killers } from './killers.ts';
import { slowClients } from './slow-clients.ts';
import { spill } from './spill.ts';
import { stopUnderLoad } from './stop-under-load.ts';

/** An answer may come so long after its deadline. */
const lateMsMax = 500;
const nextAnswerMsMax = 1_000;
const stopMsMax = 12_000;
const cutMsMax = 15_000;
/** Beyond it, two sets of times count as different. */
const welchTMax = 4.5;
/** p95 of honest clients beside killers, divided by p95 without. */
const honestRatioMax = 3;

const isContained = ({ benignFailed, charged, statuses }: HostileResult) =>
  benignFailed === 0 && charged === 0 && statuses.none === undefined;

/** What can go wrong with the service as a process. */
export const operationTests: Readonly<Record<string, ChaosTest>> = {
  crash: chaosTest(
    'queries that crash their process, past the gate, benign ones beside them, 200 times',
    ({ scaled, signal }) => hostileQueries({ kind: 'crash', queries: scaled(200), signal }),
    (figures) => isContained(figures) && figures.nextAnswerMsMax <= nextAnswerMsMax,
  ),
  invalidated: chaosTest(
    'queries that make the engine useless for all others, past the gate, 200 times',
    ({ scaled, signal }) => hostileQueries({ kind: 'invalidate', queries: scaled(200), signal }),
    isContained,
  ),
  'answer-timing': chaosTest(
    '2,000 texts that another account asked just before, against ones that nobody asked, by cache; 50 that crash',
    async ({ scaled, signal }) => {
      const pairs = scaled(2_000);
      const all = { resultCache: pairs, recentTexts: pairs, price: pairs, crashMemory: scaled(50) };
      return { timed: await answerTiming({ pairs: all, signal }) };
    },
    ({ timed }) => timed.every(({ t, hits, differing }) => Math.abs(t) < welchTMax && hits + differing === 0),
  ),
  'kill-writers': chaosTest(
    'writers of an index (add, follow, compact, remove, an add beside a compaction) that are killed with SIGKILL at random moments, 200 times',
    ({ scaled, signal }) => killWriters({ kills: scaled(200), seed: Date.now() % 2 ** 31, signal }),
    ({ isEqual, orphans, left }) => isEqual && orphans.length + left.length === 0,
  ),
  'kill-replicas': chaosTest(
    'publishers to an object store and mirrors of it that are killed with SIGKILL at random moments, 200 times',
    ({ scaled, signal }) => killReplicas({ kills: scaled(200), seed: Date.now() % 2 ** 31, signal }),
    ({ isEqual, mixed, orphans }) => isEqual && mixed + orphans.length === 0,
  ),
  'kill-open-tables': chaosTest(
    'publishers of Iceberg tables that are killed with SIGKILL at random moments, 200 times',
    ({ scaled, signal }) => killPublishers({ kills: scaled(200), seed: Date.now() % 2 ** 31, signal }),
    ({ isEqual, mixed, orphans }) => isEqual && mixed.length + orphans.length === 0,
  ),
  killers: chaosTest(
    'a statement that ends its process each second for 3 minutes, beside clients of other accounts, idle and loaded',
    ({ scaled, signal }) => killers({ phases: 6, phaseSeconds: scaled(30), isLoadedToo: true, signal }),
    ({ honestErrors, ledgerDifference, killersCharged, processesReplaced, idleRatio, loadedRatio }) =>
      honestErrors + ledgerDifference + killersCharged === 0 &&
      processesReplaced > 0 &&
      Math.max(idleRatio, loadedRatio) <= honestRatioMax,
  ),
  deadline: chaosTest(
    'every known bomb, past the gate, with a deadline of a second',
    ({ scaled, signal }) =>
      deadlines({ asked: everyBomb, queries: scaled(everyBomb.length), timeoutMs: 1_000, signal }),
    (figures) => figures.unanswered === 0 && figures.lateMsMax <= lateMsMax,
  ),
  binding: chaosTest(
    'statements that are slow to bind, run and planned only, with a deadline of a second',
    ({ scaled, signal }) =>
      deadlines({
        asked: everySlowToBind,
        queries: scaled(everySlowToBind.length),
        timeoutMs: 1_000,
        signal,
      }),
    (figures) => figures.unanswered === 0 && figures.lateMsMax <= lateMsMax,
  ),
  'corrupt-index': chaosTest(
    'new snapshots with each file damaged in each way, 20 rounds',
    ({ scaled, signal }) => corruptIndex({ rounds: scaled(20), signal }),
    ({ takenUp, wrongAnswers, healedTakenUp }) => takenUp === 0 && wrongAnswers === 0 && healedTakenUp,
  ),
  spill: chaosTest(
    'the service is killed in the middle of a sort that has gone to disk, 20 times',
    ({ scaled, signal }) => spill({ kills: scaled(20), signal }),
    ({ bytesAfterStartMax, notSpilled }) => bytesAfterStartMax === 0 && notSpilled === 0,
  ),
  sigterm: chaosTest(
    'the command is stopped under load, 100 times',
    ({ scaled, signal }) => stopUnderLoad({ stops: scaled(100), signal }),
    (figures) =>
      figures.stopMsMax <= stopMsMax &&
      [
        figures.resets,
        figures.badExits,
        figures.lost,
        figures.double,
        figures.difference,
        figures.reservedUnits,
      ].every((figure) => figure === 0),
  ),
  'slow-clients': chaosTest(
    'slow headers, bodies and readers, 1,000 idle connections, and another client beside them',
    ({ signal }) => slowClients({ signal }),
    (figures) =>
      [figures.headersCutMsMax, figures.bodyCutMsMax, figures.readerCutMsMax, figures.idleCutMsMax].every(
        (figure) => figure <= cutMsMax,
      ) && figures.otherFailed === 0,
  ),
};
