import type { Environment } from '../report/machine.ts';
import { markdownTable, milliseconds } from '../report/markdown-table.ts';

/** One kind of request. Times of the processor are milliseconds a request. */
export interface RequestFigures {
  readonly kind: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mainMs: number;
  readonly helpersMs: number;
  readonly queriesMs: number;
}

export interface RequestsReport {
  readonly command: string;
  readonly environment: Environment;
  readonly rows: number;
  readonly requests: number;
  readonly clients: number;
  readonly figures: readonly RequestFigures[];
}

export function requestsMarkdown(report: RequestsReport): string {
  const { environment, figures } = report;
  const rows = figures.map((each) => [
    each.kind,
    Math.round(each.perSecond).toLocaleString('en-US'),
    milliseconds(each.p50Ms),
    milliseconds(each.p99Ms),
    (each.mainMs + each.helpersMs + each.queriesMs).toFixed(2),
    each.mainMs.toFixed(2),
    each.helpersMs.toFixed(2),
    each.queriesMs.toFixed(2),
  ]);
  return `# Short requests

\`${report.command}\` at ${environment.madeAt}, commit ${environment.commit}: ${environment.cpu}, ${environment.cores} cores,
Node ${environment.node}, DuckDB ${environment.duckdb}; ${report.rows.toLocaleString('en-US')} videos. ${report.clients} connections of a client on the
same machine ask ${report.requests.toLocaleString('en-US')} times, each as soon as the answer before has come. Values are new in each
request, results are not kept, the ledger is durable. Times of the processor are those of the service, without the client.

${markdownTable(
  ['request', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'main thread', 'its helpers', 'query processes'],
  rows,
  1,
)}
`;
}
