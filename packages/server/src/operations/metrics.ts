import type { EndedStep, Engine } from '@sdq/core';
import type { CallReport } from '@sdq/platforms';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a lookup in memory to the longest query. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What an answered request is counted by. Routes, not URLs: their number is that of the service's routes. */
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

/** The service's figures for Prometheus: docs/operating.md lists them. */
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
      help: 'From a request’s headers to the end of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: durations,
      registers,
    });
    this.#bytes = counter('sdq_http_sent_bytes_total', 'Bytes of answers, with their headers');
    this.#failures = new Counter({
      name: 'sdq_http_failures_total',
      help: 'Answers other than a success, by error code',
      labelNames: ['code'],
      registers,
    });
    this.#units = counter('sdq_charged_units_total', 'What callers were charged, in units of $0.0001');
    this.#records = counter('sdq_charged_records_total', 'Records that were charged');
    this.#steps = new Histogram({
      name: 'sdq_query_step_duration_seconds',
      help: 'Steps of queries: turn, parse, admit, resolve, plan, execute, stream',
      labelNames: ['step', 'outcome'],
      buckets: durations,
      registers,
    });
    this.#upstream = new Histogram({
      name: 'sdq_upstream_call_duration_seconds',
      help: 'Calls to platforms’ own services, each attempt',
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

  /** Reads gauges of what is watched whenever somebody asks. */
  watch(engine: Engine, requestsAtWork: () => number, openConnections: () => Promise<number>): void {
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
    gauge('sdq_http_requests_at_work', 'Requests that are being answered', requestsAtWork);
    gauge('sdq_http_connections', 'Open connections', openConnections);
    gauge('sdq_queries_running', 'Queries that run', () => engine.status().queriesRunning);
    gauge('sdq_queries_waiting', 'Queries that wait for their turn', () => engine.status().queriesWaiting);
    gauge('sdq_query_processes', 'Living query processes', () => processes()?.living ?? 0);
    gauge('sdq_query_processes_wanted', 'Query processes there should be', () => processes()?.wanted ?? 0);
    gauge(
      'sdq_query_processes_ended',
      'Query processes that ended and were replaced, since the start',
      () => processes()?.replaced ?? 0,
    );
    gauge('sdq_result_cache_bytes', 'Bytes of kept results', () => engine.status().cacheBytes);
    const snapshot = new Gauge({
      name: 'sdq_index_snapshot_info',
      help: '1 for the snapshot that new queries read',
      labelNames: ['snapshot_id'],
      registers: [this.registry],
      collect() {
        snapshot.reset();
        snapshot.set({ snapshot_id: engine.snapshotId }, 1);
      },
    });
  }

  /** All of it as Prometheus reads it. */
  async text(): Promise<string> {
    return await this.registry.metrics();
  }
}
