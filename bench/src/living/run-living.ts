import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInCatalog, videos } from '@sdq/catalog';
import { openSnapshot, planCompaction } from '@sdq/index';
import { ensureIndex } from '../data/ensure-index.ts';
import { ensureParameters } from '../data/ensure-parameters.ts';
import { folderBytes } from '../data/folder-bytes.ts';
import { locations } from '../data/locations.ts';
import { snapshotViews } from '../data/table-views.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import { describeEnvironment } from '../report/machine.ts';
import { mixOf } from '../workload/mix.ts';
import { workload } from '../workload/workload.ts';
import { compareStates } from './compare-states.ts';
import { duckdbWithMergeView, type LivingPeer, replacingMergeTree } from './living-peers.ts';
import { type LivingReport, type PeerLoad, saveLiving } from './living-report.ts';
import { loadWhileWriting } from './load-while-writing.ts';
import { copyOf, measureAdds, perAdd, statesOf } from './measure-adds.ts';
import { writeObservationFiles, writeOnce } from './write-task.ts';

export interface LivingOptions {
  readonly rows: { readonly count: number; readonly text: string };
  readonly runs: number;
  /** Adds of 1,000 after which the workload is measured; 0 leaves that out. */
  readonly adds: number;
  /** Minutes of load without and with adds; 0 leaves that out. */
  readonly minutes: number;
  readonly peers: boolean;
  /** The directory for results, and the name of the report. */
  readonly results: string;
  readonly name: string;
}

/** Memory of each process that answers queries. */
const memoryBytesMax = 2 ** 30;
const clients = 4;
const everySeconds = 10;
/** Only videos are written and asked for; the tables of other platforms would take half the time to build. */
const otherRows = 10_000;
/** What is only compared with (queries without adds, peers) is measured for so long at most. */
const comparedMsMax = 3 * 60_000;

/**
 * Measures an index before and after it was written to, and writes `<name>.json` and `<name>.md` after each stage.
 * Returns the Markdown.
 */
export async function runLiving(
  options: LivingOptions,
  command: string,
  hooks: { readonly signal: AbortSignal; onProgress(text: string): void },
): Promise<string> {
  const { signal } = hooks;
  const onProgress = (text: string) => hooks.onProgress(text);
  const base = locations.index(`${options.rows.text}-videos`);
  const rows = options.rows.count;
  const { snapshot } = await ensureIndex({ directory: base, rows, otherRows, signal, onProgress });
  const work = `${base}-living`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const parameters = await ensureParameters(work, snapshotViews(snapshot), onProgress);
  const queries = workload(parameters);
  const process = { timeoutMs: 120_000, scratch: work, signal };
  const compare = { runs: options.runs, process, onProgress };
  try {
    const index = { base, snapshot, work, memoryBytesMax };
    const { after, observations, ...adds } = await measureAdds(index, queries, compare);
    let report: LivingReport = {
      ...{ command, environment: describeEnvironment(), rows: snapshot.rows(videos), runs: options.runs },
      ...{ ...adds, many: null, load: null, peers: [] },
    };
    let markdown = '';
    // After each stage, so that a run that is cut off leaves what it has measured.
    const save = async (stage: Partial<LivingReport> = {}) => {
      report = { ...report, ...stage };
      markdown = await saveLiving(report, options.results, options.name);
    };
    await save();
    const durationMs = options.minutes * 60_000;
    onProgress('files to add');
    const toAdd =
      durationMs === 0
        ? []
        : await writeObservationFiles(snapshot, {
            ...{ folder: join(work, 'load'), perFile: perAdd, seed: 1_000 },
            files: Math.ceil(durationMs / 1000 / everySeconds),
          });
    if (options.minutes > 0) await save({ load: await measureLoad() });
    if (options.adds > 0) await save({ many: await measureMany() });
    for (const open of options.peers ? [duckdbWithMergeView, replacingMergeTree] : []) {
      onProgress(open.name);
      const directory = join(work, open.name);
      const { packages } = locations;
      const peer: LivingPeer = await open({ snapshot, observations, directory, packages, memoryBytesMax });
      const { name, description, addCpuMs } = peer;
      const measured = {
        ...{ name, description, addCpuMs },
        pairs: await compareStates(queries, peer, compare),
        load: durationMs === 0 ? null : await loadOfPeer(peer),
      };
      await save({ peers: [...report.peers, measured] });
    }
    return markdown;

    async function measureLoad(): Promise<LivingReport['load']> {
      const asked = { index: after, queries: mixOf(parameters, 'duckdb'), clients, signal };
      const aloneMs = Math.min(durationMs, comparedMsMax);
      onProgress(`${aloneMs / 60_000} min of queries`);
      const alone = await loadWhileWriting({ ...asked, durationMs: aloneMs, writes: null });
      onProgress(`${options.minutes} min of queries and adds`);
      const writes = { everyMs: everySeconds * 1000, files: toAdd };
      const beside = await loadWhileWriting({ ...asked, durationMs, writes });
      return {
        minutes: options.minutes,
        aloneMinutes: aloneMs / 60_000,
        clients,
        everySeconds,
        alone,
        beside,
      };
    }

    /** The same load of a peer, for some minutes. */
    async function loadOfPeer(peer: LivingPeer): Promise<PeerLoad> {
      await using loaded = new PeerProcess(peer.loaded, process);
      const mix = mixOf(parameters, peer.dialect);
      const load = { clients, durationMs: Math.min(durationMs, comparedMsMax) };
      onProgress(`${peer.name}: queries by ${clients} clients`);
      const alone = await loaded.throughput(mix, load);
      const everyMs = everySeconds * 1000;
      const statements = await peer.addsOf(toAdd.slice(0, Math.ceil(load.durationMs / everyMs)));
      onProgress(`${peer.name}: the same with adds`);
      const beside = await loaded.throughput(mix, { ...load, writes: { statements, everyMs } });
      return { minutes: load.durationMs / 60_000, alone, beside };
    }

    async function measureMany(): Promise<LivingReport['many']> {
      const index = await copyOf(base, join(work, 'many'));
      onProgress('files to add');
      const files = await writeObservationFiles(snapshot, {
        ...{ folder: join(work, 'adds'), files: options.adds, perFile: perAdd, seed: 5_000 },
      });
      let cpuMs = 0;
      let compactions = 0;
      for (const [at, file] of files.entries()) {
        signal.throwIfAborted();
        onProgress(`add ${at + 1}/${options.adds}`);
        cpuMs += (await writeOnce({ index, file })).cpuMs;
        const due = planCompaction(await openSnapshot(index), builtInCatalog).tables.filter(
          ({ isDue }) => isDue,
        );
        if (due.length === 0) continue;
        onProgress(`compaction after add ${at + 1}/${options.adds}`);
        await writeOnce({ index, file: null, only: due.map(({ table }) => table) });
        compactions++;
      }
      const compacted = await copyOf(index, join(work, 'compacted'));
      onProgress('compaction');
      await writeOnce({ index: compacted, file: null });
      const bytes = { before: await liveBytes(index), after: await liveBytes(compacted) };
      const own = await compareStates(queries, statesOf(compacted, index, memoryBytesMax), compare);
      return { adds: options.adds, compactions, cpuMs, pairs: own, bytes };
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Bytes of the files of an index that its snapshot names. */
async function liveBytes(index: string): Promise<number> {
  const { manifest } = await openSnapshot(index);
  if (manifest.segments === undefined) return folderBytes(index);
  const tables = Object.values(manifest.tables).flatMap(({ files, masks = [] }) => [...files, ...masks]);
  const segments = manifest.segments.flatMap((segment) => [
    segment,
    ...segment.covers.flatMap(({ row_file }) => row_file ?? []),
    ...Object.values(segment.key_files ?? {}),
  ]);
  return [...tables, ...segments].reduce((sum, { bytes }) => sum + bytes, 0);
}
