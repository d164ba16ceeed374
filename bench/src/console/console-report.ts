import type { Environment } from '../report/machine.ts';
import { markdownTable, mebibytes, milliseconds } from '../report/markdown-table.ts';
import type { PageMemory, Spread } from './measure-page.ts';

export interface ConsoleReport {
  readonly command: string;
  readonly environment: Environment;
  readonly browser: string;
  /** Processes that wanted a core, on average of the last minute, when it began and when it ended. */
  readonly load: readonly [before: number, after: number];
  readonly rows: number;
  readonly rowsOfEach: number;
  readonly editorLines: number;
  readonly typing: Spread;
  readonly firstPaintMs: { readonly median: number; readonly highest: number; readonly count: number };
  readonly frames: Spread;
  /** What the page holds with the large result. */
  readonly large: PageMemory;
  /** What it holds after so many further queries. */
  readonly memory: readonly { readonly after: number; readonly memory: PageMemory }[];
}

const goals = { typingMs: 50, firstPaintMs: 200, largeBytes: 250 * 10 ** 6, frameMs: 33.4, growth: 1.1 };

const bytesOf = ({ heapBytes, bufferBytes }: PageMemory) => heapBytes + bufferBytes;

export function consoleMarkdown(report: ConsoleReport): string {
  const { command, environment, browser, load, rows, rowsOfEach, editorLines, typing, frames, memory } =
    report;
  const { madeAt, commit, cpu, cores, node } = environment;
  const first = memory[0];
  const last = memory.at(-1);
  const growth = first && last ? bytesOf(last.memory) / bytesOf(first.memory) : Number.NaN;
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'NOT met');
  const table = markdownTable(
    ['figure', 'goal', 'measured', 'verdict'],
    [
      [
        `a key to the frame that shows it, ${typing.count} keys in a query of ${editorLines} lines, p95`,
        `${goals.typingMs} ms`,
        `${milliseconds(typing.p95)} ms (median ${milliseconds(typing.median)}, highest ${milliseconds(typing.highest)})`,
        verdict(typing.p95 <= goals.typingMs),
      ],
      [
        `the first bytes of rows to the frame that shows one, median of ${report.firstPaintMs.count}`,
        `${goals.firstPaintMs} ms`,
        `${milliseconds(report.firstPaintMs.median)} ms (highest ${milliseconds(report.firstPaintMs.highest)})`,
        verdict(report.firstPaintMs.median <= goals.firstPaintMs),
      ],
      [
        `memory of the page with ${rows.toLocaleString('en-US')} rows × 8 columns`,
        `${goals.largeBytes / 10 ** 6} MB`,
        `${mebibytes(bytesOf(report.large))} (heap ${mebibytes(report.large.heapBytes)})`,
        verdict(bytesOf(report.large) <= goals.largeBytes),
      ],
      [
        `a frame while they are scrolled, ${frames.count} frames, p95`,
        '33 ms',
        `${milliseconds(frames.p95)} ms (median ${milliseconds(frames.median)}, highest ${milliseconds(frames.highest)})`,
        verdict(frames.p95 <= goals.frameMs),
      ],
      [
        `memory after ${last?.after} further queries of ${rowsOfEach.toLocaleString('en-US')} rows beside that after ${first?.after}`,
        `${goals.growth} times`,
        `${growth.toFixed(2)} times`,
        verdict(growth <= goals.growth),
      ],
    ],
    2,
  );
  const after = markdownTable(
    ['queries', 'heap', 'array buffers'],
    memory.map(({ after, memory: { heapBytes, bufferBytes } }) => [
      String(after),
      mebibytes(heapBytes),
      mebibytes(bufferBytes),
    ]),
    0,
  );
  return `# The console in a browser

\`${command}\` at ${madeAt}, commit ${commit}: ${cpu}, ${cores} cores, Node ${node}, ${browser}, 1,440 × 900. The service runs on the same cores, in the process that drives the browser. Load of the machine (one minute): ${load[0].toFixed(1)} before, of other work, ${load[1].toFixed(1)} after.

${table}

Memory is what Chromium reports after a garbage collection: objects of JavaScript and of the document, and array buffers, which hold the rows as Arrow batches. Frames cannot be shorter than the screen's 16.7 ms.

## Memory after further queries

${after}
`;
}
