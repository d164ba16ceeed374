import type { PlatformDataFigures } from '@sdq/platforms';
import { Gauge, type Registry } from 'prom-client';

const circuitStates = { closed: 0, 'half-open': 1, open: 2 } as const;

/** Gauges of upstreams and of what waits to be merged into the index, read whenever somebody asks. */
export function addPlatformGauges(registry: Registry, figures: () => PlatformDataFigures): void {
  const registers = [registry];
  const perDriver = (
    name: string,
    help: string,
    read: (driver: PlatformDataFigures['drivers'][number]) => number,
  ) => {
    const gauge: Gauge<'driver'> = new Gauge({
      name,
      help,
      labelNames: ['driver'],
      registers,
      collect() {
        for (const driver of figures().drivers) gauge.set({ driver: driver.driver }, read(driver));
      },
    });
  };
  perDriver('sdq_upstream_calls_running', 'Calls on their way to an upstream', ({ running }) => running);
  perDriver('sdq_upstream_calls_waiting', 'Calls that wait for a place', ({ waiting }) => waiting);
  perDriver(
    'sdq_upstream_cache_hits',
    'Answers that were at hand, since the start',
    ({ cache }) => cache.hits,
  );
  perDriver(
    'sdq_upstream_cache_misses',
    'Answers that were fetched, since the start',
    ({ cache }) => cache.misses,
  );
  perDriver('sdq_upstream_items_read', 'Records that upstreams sent, since the start', ({ items }) =>
    items.reduce((sum, { read }) => sum + read, 0),
  );
  perDriver('sdq_upstream_items_dropped', 'Records that could not be read, since the start', ({ items }) =>
    items.reduce((sum, { dropped }) => sum + dropped, 0),
  );
  const circuits: Gauge<'driver' | 'op'> = new Gauge({
    name: 'sdq_upstream_circuit_state',
    help: '0 closed, 1 half open, 2 open',
    labelNames: ['driver', 'op'],
    registers,
    collect() {
      for (const { driver, circuits: all } of figures().drivers) {
        for (const { op, state } of all) circuits.set({ driver, op }, circuitStates[state]);
      }
    },
  });
  const spool = (name: string, help: string, read: (figures: WriteThrough) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      collect() {
        const { writeThrough } = figures();
        if (writeThrough !== null) gauge.set(read(writeThrough));
      },
    });
  };
  spool('sdq_spool_bytes', 'Bytes of observations that wait to be merged', ({ bytes }) => bytes);
  spool('sdq_spool_kept', 'Observations that were taken, since the start', ({ kept }) => kept);
  spool('sdq_spool_dropped', 'Observations there was no room for, since the start', ({ dropped }) => dropped);
  spool('sdq_spool_merged', 'Observations that were merged, since the start', ({ merged }) => merged);
  spool('sdq_spool_merges_failed', 'Merges that failed, since the start', ({ mergesFailed }) => mergesFailed);
}

type WriteThrough = NonNullable<PlatformDataFigures['writeThrough']>;
