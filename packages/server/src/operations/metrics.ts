import type { EndedStep, Engine } from '@sdq/core';
import type { CallReport } from '@sdq/platforms';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a lookup in memory to the longest query. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The measures of a completed request. Labels have routes, not URLs, which bounds their number. */
export interface AnsweredRequest {
  route: string;
  method: string;
  status: number;
  seconds: number;
  bytes: number;
  errorCode: string | undefined;
  units: number;
  records: number;
}

/** The Prometheus metrics of the service; docs/operating.md lists them. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'route' | 'method' | 'status'>;
  readonly #bytes: Counter;
  readonly #failures: Counter<'code'>;
  readonly #units: Counter;
  readonly #records: Counter;
  readonly #steps: Histogram<'step' | 'outcome'>;
  readonly #upstream: Histogram<'driver' | 'op' | 'outcome'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'sdq_http_request_duration_seconds',
      help: 'HTTP request duration in seconds, from headers received to response sent',
      labelNames: ['route', 'method', 'status'],
      buckets: durations,
      registers,
    });
    this.#bytes = counter(
      'sdq_http_sent_bytes_total',
      'Total bytes sent in HTTP responses, including headers',
    );
    this.#failures = new Counter({
      name: 'sdq_http_failures_total',
      help: 'Total failed HTTP requests by error code',
      labelNames: ['code'],
      registers,
    });
    this.#units = counter('sdq_charged_units_total', 'Total charges in units of $0.0001');
    this.#records = counter('sdq_charged_records_total', 'Total records charged');
    this.#steps = new Histogram({
      name: 'sdq_query_step_duration_seconds',
      help: 'Duration of query steps in seconds: turn (queued), parse, admit, resolve, plan, execute, stream',
      labelNames: ['step', 'outcome'],
      buckets: durations,
      registers,
    });
    this.#upstream = new Histogram({
      name: 'sdq_upstream_call_duration_seconds',
      help: 'Duration of each attempt of an upstream call in seconds',
      labelNames: ['driver', 'op', 'outcome'],
      buckets: durations,
      registers,
    });
    function counter(name: string, help: string): Counter {
      return new Counter({ name, help, registers });
    }
  }

  answered(request: AnsweredRequest): void {
    const { route, method, status, seconds, bytes, errorCode, units, records } = request;
    this.#requests.observe({ route, method, status }, seconds);
    if (bytes > 0) this.#bytes.inc(bytes);
    if (errorCode !== undefined) this.#failures.inc({ code: errorCode });
    this.#units.inc(units);
    this.#records.inc(records);
  }

  step({ step, durationMs, failed }: EndedStep): void {
    this.#steps.observe({ step, outcome: failed ? 'failed' : 'ok' }, durationMs / 1_000);
  }

  called({ driver, op, outcome, durationMs }: CallReport): void {
    this.#upstream.observe({ driver, op, outcome }, durationMs / 1_000);
  }

  /** Registers gauges that are read at each scrape. */
  watch(engine: Engine, requestsInFlight: () => number, openConnections: () => Promise<number>): void {
    const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          this.set(await read());
        },
      });
    const processes = () => engine.status().processes;
    gauge('sdq_http_requests_at_work', 'HTTP requests in flight', requestsInFlight);
    gauge('sdq_http_connections', 'Open HTTP connections', openConnections);
    gauge('sdq_queries_running', 'Running queries', () => engine.status().queriesRunning);
    gauge('sdq_queries_waiting', 'Queued queries', () => engine.status().queriesWaiting);
    gauge('sdq_query_processes', 'Live query processes', () => processes()?.living ?? 0);
    gauge(
      'sdq_query_processes_wanted',
      'Configured number of query processes',
      () => processes()?.wanted ?? 0,
    );
    const endedHelp = 'Query processes that ended and were replaced since the service started';
    const ended = () => processes()?.replaced ?? 0;
    gauge(
      'sdq_query_processes_ended',
      `${endedHelp} (deprecated: use sdq_query_processes_ended_total)`,
      ended,
    );
    const endedTotal = new Counter({
      name: 'sdq_query_processes_ended_total',
      help: endedHelp,
      registers: [this.registry],
      collect() {
        endedTotal.reset();
        endedTotal.inc(ended());
      },
    });
    gauge('sdq_result_cache_bytes', 'Size of the result cache in bytes', () => engine.status().cacheBytes);
    const snapshot = new Gauge({
      name: 'sdq_index_snapshot_info',
      help: '1 for the snapshot that new queries read, labelled with its ID',
      labelNames: ['snapshot_id'],
      registers: [this.registry],
      collect() {
        snapshot.reset();
        snapshot.set({ snapshot_id: engine.snapshotId }, 1);
      },
    });
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    return await this.registry.metrics();
  }
}
