/**
 * Writes to an index in a process of its own and tells what it cost. With a {@link WriteTask} as its argument it prints the cost
 * and ends; without, it stays, as `index add --follow` does, and does the tasks that it is sent for one index: it answers when it has
 * started, and after each of them; segments are built beside the next ones.
 */
import { readFileSync } from 'node:fs';
import { BackgroundRefresh, buildIndex, compactIndex } from '@sdq/core/builds';
import { addFiles } from '@sdq/ingest';

export interface WriteTask {
  readonly index: string;
  /** A Parquet file of videos to add; null to compact. */
  readonly file: string | null;
  /** The tables that are compacted, by id; default: all. */
  readonly only?: readonly string[];
}

export interface WriteCost {
  /** CPU of the process from its start, user and system, in milliseconds. */
  readonly cpuMs: number;
  /** From the start of the process until readers can see it. */
  readonly wallMs: number;
  /** Bytes given to write calls. */
  readonly bytesWritten: number;
}

async function write({ index, file, only }: WriteTask, refresh?: BackgroundRefresh): Promise<void> {
  if (file === null) {
    await compactIndex({ index, ...(only && { only }) });
    return;
  }
  const { files } = await addFiles({
    ...{ index, files: [file], table: 'videos', waitMs: 600_000 },
    isFolding: refresh === undefined,
  });
  const [added] = files;
  if (added?.error !== undefined) throw added.error;
  const refused = { ...added?.refusedBy, ...added?.fieldsRefusedBy };
  if (Object.keys(refused).length > 0)
    throw new Error(`The records of ${file} are not plain: ${JSON.stringify(refused)}`);
  if (refresh === undefined) await buildIndex({ index, mode: 'refresh' });
  else refresh.request();
}

const [, , task] = process.argv;
if (task === undefined) {
  let refresh: BackgroundRefresh | undefined;
  process.on('message', (sent: WriteTask) => {
    refresh ??= new BackgroundRefresh({ index: sent.index });
    void write(sent, refresh).then(() => process.send?.(null));
  });
  process.send?.(null); // it has started
} else {
  await write(JSON.parse(task) as WriteTask);
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const bytes = /^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? '0';
  const cost: WriteCost = {
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    wallMs: process.uptime() * 1000,
    bytesWritten: Number(bytes),
  };
  process.stdout.write(`${JSON.stringify(cost)}\n`, () => process.exit());
}
