import { freeBytesOf } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What the metrics of the machine read at each scrape. */
export interface MachineFigures {
  engine: Engine;
  version: string;
  /** Directories whose free space is told, by name. */
  directories: Readonly<Record<string, string>>;
  /** Queries that ended a query process, and slow queries, since the service started. */
  queriesEnded: () => { crashed: number; slow: number };
}

/** Registers build_info, age of the snapshot, free disk space, and counts of crashed and slow queries. */
export function addMachineGauges(registry: Registry, figures: MachineFigures): void {
  const registers = [registry];
  const { engine, version, directories, queriesEnded } = figures;
  const build = new Gauge({
    name: 'sdq_build_info',
    help: '1, labelled with the versions of sdq and Node.js',
    labelNames: ['version', 'node_version'],
    registers,
  });
  build.set({ version, node_version: process.version }, 1);
  let seen = { id: engine.snapshotId, at: Date.now() };
  const age = new Gauge({
    name: 'sdq_index_snapshot_age_seconds',
    help: 'Seconds since the service has read the current snapshot; at most the time since its start',
    registers,
    collect() {
      if (engine.snapshotId !== seen.id) seen = { id: engine.snapshotId, at: Date.now() };
      age.set((Date.now() - seen.at) / 1_000);
    },
  });
  const free: Gauge<'directory'> = new Gauge({
    name: 'sdq_disk_free_bytes',
    help: 'Free bytes of the disk of a directory: index, home, spill',
    labelNames: ['directory'],
    registers,
    collect() {
      for (const [directory, path] of Object.entries(directories)) free.set({ directory }, freeBytesOf(path));
    },
  });
  const counted = (name: string, help: string, read: () => number) => {
    const counter = new Counter({
      name,
      help,
      registers,
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  };
  counted('sdq_queries_crashed_total', 'Queries that ended a query process', () => queriesEnded().crashed);
  counted('sdq_queries_slow_total', 'Queries slower than the threshold', () => queriesEnded().slow);
}
