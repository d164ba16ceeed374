import { resultFormats } from '@sdq/contract';
import { median } from '../measure/statistics.ts';
import { ExportChild } from './processes/child.ts';
import type { ExportCost } from './processes/messages.ts';

/** One way of exporting a number of rows; medians of all rounds. */
export interface FormatFigure {
  readonly contestant: string;
  readonly rows: number;
  readonly cpuMicrosPerRow: number;
  readonly wallMs: number;
  readonly bytes: number;
  readonly firstMs: number;
}

/** Building Arrow columns from JavaScript values with apache-arrow is so slow that it is measured with fewer rows. */
const naiveRowsMax = 100_000;

interface Contestant {
  readonly name: string;
  readonly rowsMax?: number;
  run(file: string, rows: number): Promise<ExportCost>;
}

/** Measures all contestants in turn, `rounds` times after a warm-up round; the order rotates. */
export async function measureFormats(
  file: string,
  rows: number,
  rounds: number,
  chdb: string | undefined,
  onProgress: (text: string) => void,
): Promise<{ figures: FormatFigure[]; encodeMs: number }> {
  await using formats = new ExportChild('formats');
  await using clickhouse = chdb === undefined ? undefined : new ExportChild('clickhouse', { CHDB: chdb });
  const own = (contestant: string, rowsMax?: number): Contestant => ({
    name: contestant,
    ...(rowsMax === undefined ? {} : { rowsMax }),
    run: (path, count) =>
      formats.call('export', { contestant, file: path, ...(count < rows ? { limit: count } : {}) }),
  });
  const contestants = [
    own('discard'),
    ...Object.keys(resultFormats).map((format) => own(format)),
    ...['copy-json', 'copy-csv', 'copy-parquet'].map((name) => own(name)),
    own('apache-arrow', naiveRowsMax),
  ];
  if (clickhouse !== undefined) {
    for (const format of ['ArrowStream', 'JSONEachRow']) {
      contestants.push({
        name: `clickhouse ${format}`,
        run: (path) => clickhouse.call('export', { format, file: path }),
      });
    }
  }
  const costs = new Map<Contestant, ExportCost[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length] as Contestant;
      onProgress(`${rows} rows, round ${round} of ${rounds}: ${contestant.name}`);
      const cost = await contestant.run(file, Math.min(rows, contestant.rowsMax ?? rows));
      if (round > 0) costs.get(contestant)?.push(cost);
    }
  }
  const figures = contestants.map((contestant) => {
    const count = Math.min(rows, contestant.rowsMax ?? rows);
    const own = costs.get(contestant) ?? [];
    return {
      contestant: contestant.name,
      rows: count,
      cpuMicrosPerRow: (median(own.map(({ cpuMs }) => cpuMs)) * 1000) / count,
      wallMs: median(own.map(({ wallMs }) => wallMs)),
      bytes: own[0]?.bytes ?? 0,
      firstMs: median(own.map(({ firstMs }) => firstMs)),
    };
  });
  return { figures, encodeMs: await formats.call<number>('encodeMs', { file, rows: 100, times: 201 }) };
}
