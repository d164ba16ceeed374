import type { PlatformDataFigures } from '@sdq/platforms';
import { Counter, Gauge, type Registry } from 'prom-client';

const circuitStates = { closed: 0, 'half-open': 1, open: 2 } as const;

/** Registers the metrics of upstreams and of the spool, which are read at each scrape. */
export function addPlatformGauges(registry: Registry, figures: () => PlatformDataFigures): void {
  const registers = [registry];
  const perDriver = (name: string, help: string, read: ReadDriver) => {
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
  const driverTotal = (name: string, help: string, read: ReadDriver) => {
    perDriver(oldName(name), deprecated(help, name), read);
    const counter: Counter<'driver'> = new Counter({
      name,
      help,
      labelNames: ['driver'],
      registers,
      collect() {
        counter.reset();
        for (const driver of figures().drivers) counter.inc({ driver: driver.driver }, read(driver));
      },
    });
  };
  perDriver('sdq_upstream_calls_running', 'Upstream calls in flight', ({ running }) => running);
  perDriver('sdq_upstream_calls_waiting', 'Queued upstream calls', ({ waiting }) => waiting);
  driverTotal('sdq_upstream_cache_hits_total', 'Total upstream cache hits', ({ cache }) => cache.hits);
  driverTotal('sdq_upstream_cache_misses_total', 'Total upstream cache misses', ({ cache }) => cache.misses);
  driverTotal('sdq_upstream_items_read_total', 'Total records received from upstreams', ({ items }) =>
    items.reduce((sum, { read }) => sum + read, 0),
  );
  driverTotal(
    'sdq_upstream_items_dropped_total',
    'Total invalid records received from upstreams',
    ({ items }) => items.reduce((sum, { dropped }) => sum + dropped, 0),
  );
  const circuits: Gauge<'driver' | 'op'> = new Gauge({
    name: 'sdq_upstream_circuit_state',
    help: 'State of the circuit breaker: 0 closed, 1 half open, 2 open',
    labelNames: ['driver', 'op'],
    registers,
    collect() {
      for (const { driver, circuits: all } of figures().drivers) {
        for (const { op, state } of all) circuits.set({ driver, op }, circuitStates[state]);
      }
    },
  });
  const spool = (name: string, help: string, read: ReadSpool) => {
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
  const spoolTotal = (name: string, help: string, read: ReadSpool) => {
    spool(oldName(name), deprecated(help, name), read);
    const counter = new Counter({
      name,
      help,
      registers,
      collect() {
        const { writeThrough } = figures();
        counter.reset();
        if (writeThrough !== null) counter.inc(read(writeThrough));
      },
    });
  };
  spool('sdq_spool_bytes', 'Bytes of observations that are queued for the merge', ({ bytes }) => bytes);
  spoolTotal('sdq_spool_kept_total', 'Total observations accepted', ({ kept }) => kept);
  spoolTotal(
    'sdq_spool_dropped_total',
    'Total observations dropped because the spool was full',
    ({ dropped }) => dropped,
  );
  spoolTotal('sdq_spool_merged_total', 'Total observations merged into the index', ({ merged }) => merged);
  spoolTotal('sdq_spool_merges_failed_total', 'Total failed merges', ({ mergesFailed }) => mergesFailed);
}

type ReadDriver = (driver: PlatformDataFigures['drivers'][number]) => number;
type WriteThrough = NonNullable<PlatformDataFigures['writeThrough']>;
type ReadSpool = (figures: WriteThrough) => number;

/** The name of a counter in earlier releases, in which it was a gauge. */
function oldName(name: string): string {
  return name.replace(/_total$/, '');
}

function deprecated(help: string, name: string): string {
  return `${help} (deprecated: use ${name})`;
}
