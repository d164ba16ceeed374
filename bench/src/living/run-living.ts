import { cp, link, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { builtInCatalog, videos } from '@sdq/catalog';
import { openSnapshot, planCompaction, type Snapshot } from '@sdq/index';
import { ensureIndex } from '../data/ensure-index.ts';
import { ensureParameters } from '../data/ensure-parameters.ts';
import { folderBytes } from '../data/folder-bytes.ts';
import { locations } from '../data/locations.ts';
import { snapshotViews } from '../data/table-views.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import { describeEnvironment } from '../report/machine.ts';
import { engineTables } from '../run/contestant.ts';
import { mixOf } from '../workload/mix.ts';
import { workload } from '../workload/workload.ts';
import { compareStates, type States } from './compare-states.ts';
import { duckdbWithMergeView, type LivingPeer, replacingMergeTree } from './living-peers.ts';
import { type LivingReport, livingMarkdown, type PeerLoad } from './living-report.ts';
import { loadWhileWriting } from './load-while-writing.ts';
import { writeObservationFiles, writeObservations, writeOnce } from './write-task.ts';

export interface LivingOptions {
  readonly rows: { readonly count: number; readonly text: string };
  readonly runs: number;
  /** Adds of 1,000 after which the workload is measured; 0 leaves that out. */
  readonly adds: number;
  /** Minutes of load without and with adds; 0 leaves that out. */
  readonly minutes: number;
  readonly peers: boolean;
  /** The directory for results. */
  readonly results: string;
}

const memoryBytesMax = 2 ** 30;
const perAdd = 1_000;
const largeAdd = 100_000;
const clients = 4;
const everySeconds = 10;
/** Only videos are written and asked for; the tables of other platforms would take half the time to build. */
const otherRows = 10_000;
/** What is only compared with (queries without adds, peers) is measured for so long at most. */
const comparedMsMax = 3 * 60_000;

/**
 * Measures an index before and after it was written to, and writes `living.json` and `living.md` after each stage.
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
    onProgress('a large add');
    const large = await measureLarge(snapshot, await copyOf(base, join(work, 'large')), work);
    const after = await copyOf(base, join(work, 'after'));
    const observations = join(work, 'small.parquet');
    await writeObservations(snapshot, { path: observations, again: perAdd, fresh: 0, seed: 1 });
    onProgress('a small add');
    const small = await writeOnce({ index: after, file: observations });
    const pairs = await compareStates(queries, statesOf(base, after), compare);
    const environment = describeEnvironment();
    let report: LivingReport = {
      command,
      environment,
      rows: snapshot.rows(videos),
      runs: options.runs,
      ...{ small, large, pairs, many: null, load: null, peers: [] },
    };
    let markdown = await save(report);
    const durationMs = options.minutes * 60_000;
    onProgress('files to add');
    const toAdd =
      durationMs === 0
        ? []
        : await writeObservationFiles(snapshot, {
            ...{ folder: join(work, 'load'), perFile: perAdd, seed: 1_000 },
            files: Math.ceil(durationMs / 1000 / everySeconds),
          });
    if (options.minutes > 0) {
      report = { ...report, load: await measureLoad() };
      markdown = await save(report);
    }
    if (options.adds > 0) {
      report = { ...report, many: await measureMany() };
      markdown = await save(report);
    }
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
      report = { ...report, peers: [...report.peers, measured] };
      markdown = await save(report);
    }
    return markdown;

    /** After each stage, so that a run that is cut off leaves what it has measured. */
    async function save(soFar: LivingReport): Promise<string> {
      const text = livingMarkdown(soFar);
      await mkdir(options.results, { recursive: true });
      await writeFile(join(options.results, 'living.json'), `${JSON.stringify(soFar, null, 1)}\n`);
      await writeFile(join(options.results, 'living.md'), text);
      return text;
    }

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
      const own = await compareStates(queries, statesOf(compacted, index), compare);
      return { adds: options.adds, compactions, cpuMs, pairs: own, bytes };
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function measureLarge(snapshot: Snapshot, index: string, work: string): Promise<LivingReport['large']> {
  const path = join(work, 'large.parquet');
  const records = Math.min(largeAdd, snapshot.rows(videos));
  await writeObservations(snapshot, { path, again: records / 2, fresh: records / 2, seed: 2 });
  const cost = await writeOnce({ index, file: path });
  await rm(index, { recursive: true, force: true });
  return { ...cost, records, fileBytes: (await stat(path)).size };
}

/** An index of its own in the folder `to`: the data files, which never change, are hard links; the rest is copied. */
async function copyOf(index: string, to: string): Promise<string> {
  const data = await realpath(join(index, 'data'));
  await cp(index, to, { recursive: true, dereference: true, filter: (path) => path !== join(index, 'data') });
  for (const each of await readdir(data, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue;
    const folder = join(to, 'data', relative(data, each.parentPath));
    await mkdir(folder, { recursive: true });
    await link(join(each.parentPath, each.name), join(folder, each.name));
  }
  return to;
}

function statesOf(before: string, after: string): States {
  const specificationOf = (index: string): PeerSpecification => ({
    kind: 'sdq',
    index,
    isolation: 'in-process',
    memoryBytesMax,
  });
  return {
    name: 'sdq',
    dialect: 'duckdb',
    tables: engineTables,
    before: specificationOf(before),
    after: specificationOf(after),
  };
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
