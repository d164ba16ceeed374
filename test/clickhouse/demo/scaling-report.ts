import type { Counters } from './counters.ts';
import { fitScaling, predictScaling, type ScalingModel, type ScalingPoint } from './scaling-model.ts';

/** What nodes did for a question, means of a run. */
export interface Measured {
  readonly videos: number;
  readonly nodes: number;
  readonly question: string;
  /** Of the node that began the query, and of each other one. */
  readonly counters: readonly Counters[];
}

/** What a cluster holds. */
export interface LoadedCluster {
  readonly videos: number;
  readonly nodes: number;
  /** Rows and bytes on all nodes. */
  readonly rows: number;
  readonly bytes: number;
}

/** CPU time of a question over the index, on one machine without a cluster. */
export interface Embedded {
  readonly videos: number;
  readonly question: string;
  readonly cpuMs: number;
}

/** Collections for which the model tells a capacity. */
const capacities = [1e9, 4.5e9, 100e9];
/** A node of the capacity table: cores, and bytes of its disk that rows may take. */
const coresOfNode = 32;
const bytesOfNode = 5e12;
/** Seconds that the share of a node may take on the larger clusters of that table, and how often shards are doubled for it. */
const secondsMax = 10;
const shardsDoubledMax = 8;
/** Nodes that hold the same rows. */
const replicas = 2;
/** List price of such a node: i4i.8xlarge of AWS, us-east-1, on demand, with 7.5 TB of local disks. */
const price = { node: 'i4i.8xlarge', perHour: 2.746, asOf: '2025', hoursOfMonth: 730 } as const;

export function scalingMarkdown(
  questions: readonly string[],
  measured: readonly Measured[],
  clusters: readonly LoadedCluster[],
  embedded: readonly Embedded[],
): string {
  const sizes = [...new Set(measured.map(({ videos }) => videos))];
  const points = new Map(
    questions.map((question) => [
      question,
      measured.filter((each) => each.question === question).map(pointOf),
    ]),
  );
  return `# Scaling of a ClickHouse cluster, by counters

Made by \`npm run scale:measure:clickhouse\` over ${sizes.map(count).join(', ')} videos and their hashtags, ClickHouse in one process a node, all
on one machine; \`system.events\`, means of three runs after one. The node that begins a query merges what the others send.

## Measured

| question | videos | nodes | rows read by a node | MB read by a node | CPU ms, beginning node | CPU ms, each other node | KB sent by each other node |
|---|--:|--:|--:|--:|--:|--:|--:|
${questions.flatMap((question) => measured.filter((each) => each.question === question).map(measuredRow)).join('\n')}

${clusters.map(({ videos, nodes, rows, bytes }) => `- ${count(videos)} videos on ${nodes} node${nodes === 1 ? '' : 's'}: ${count(rows)} rows in ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(bytes / videos)} bytes a video.`).join('\n')}
${besideEmbedded(questions, measured, embedded)}${sizes.length < 2 ? '' : modelSections(points, sizes, clusters)}`;
}

function measuredRow({ question, videos, nodes, counters }: Measured): string {
  const [first, ...others] = counters;
  // the node that begins a query also counts what others read for it
  const read = others[0] ?? first;
  const cells = [
    ...[question, count(videos), String(nodes), count(Math.round(read?.rows ?? 0))],
    ...[((read?.bytes ?? 0) / 1e6).toFixed(1), String(Math.round(first?.userMs ?? 0))],
    ...(others.length === 0
      ? ['–', '–']
      : [
          count(Math.round(mean(others, (each) => each.userMs))),
          count(Math.round(mean(others, (each) => each.sentBytes / 1e3))),
        ]),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** CPU time of a query in all: where the index needs less, replicas of it answer more queries on the same machines. */
function besideEmbedded(
  questions: readonly string[],
  measured: readonly Measured[],
  embedded: readonly Embedded[],
): string {
  if (embedded.length === 0) return '';
  const largest = Math.max(...embedded.map(({ videos }) => videos));
  const counts = [...new Set(measured.map(({ nodes }) => nodes))];
  const row = (question: string) => {
    const own = embedded.find((each) => each.videos === largest && each.question === question)?.cpuMs;
    const all = counts.map((nodes) => {
      const found = measured.find(
        (each) => each.videos === largest && each.nodes === nodes && each.question === question,
      );
      return found?.counters.reduce((sum, { userMs }) => sum + userMs, 0);
    });
    const [fewest] = all;
    const times = own === undefined || fewest === undefined ? '–' : (fewest / own).toFixed(1);
    return `| ${[question, ms(own), ...all.map(ms), times].join(' | ')} |`;
  };
  return `
## Where replicas beat the cluster

CPU milliseconds of a query in all, over ${count(largest)} videos: on one machine that has the index, and of all nodes of a cluster. A replica has the whole index,
so that replicas answer more queries a second for each core wherever the index needs less. A cluster ends a single query sooner
where its nodes share much work, and holds what one machine cannot.

| question | index | ${counts.map((nodes) => `${nodes} node${nodes === 1 ? '' : 's'}`).join(' | ')} | times less, against ${counts[0]} node |
|---|--:|${counts.map(() => '--:').join('|')}|--:|
${questions.map(row).join('\n')}
`;
}

function pointOf({ videos, nodes, counters }: Measured): ScalingPoint {
  const [first, ...others] = counters;
  return {
    rows: videos,
    nodes,
    firstMs: first?.userMs ?? 0,
    ...(others.length > 0 && {
      otherMs: mean(others, (each) => each.userMs),
      sentKb: mean(others, (each) => each.sentBytes / 1e3),
    }),
  };
}

function modelSections(
  points: ReadonlyMap<string, readonly ScalingPoint[]>,
  sizes: readonly number[],
  clusters: readonly LoadedCluster[],
): string {
  const largest = Math.max(...sizes);
  const most = Math.max(...clusters.map(({ nodes }) => nodes));
  const isLeftOut = ({ rows, nodes }: ScalingPoint) => rows === largest && nodes === most;
  const fitted = [...points].map(([question, all]) => {
    const model = fitScaling(all.filter((point) => !isLeftOut(point)));
    const left = all.find(isLeftOut);
    return { question, model, left, predicted: left && predictScaling(model, left.rows, left.nodes) };
  });
  const perVideo =
    Math.max(...clusters.filter(({ videos }) => videos === largest).map(({ bytes }) => bytes)) / largest;
  return `
## Model

CPU milliseconds of a node = fixed + for a million videos of that node; the beginning node merges in addition, for each kilobyte that others send. Fitted by
relative errors without ${count(largest)} videos on ${most} nodes, which the last columns compare.

| question | beginning node: fixed | a million | a KB received | other node: fixed | a million | KB sent: fixed | a million | left out, beginning node: measured | predicted | other node: measured | predicted |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${fitted.map(({ question, model, left, predicted }) => `| ${[question, ...modelCells(model), ms(left?.firstMs), ms(predicted?.firstMs), ms(left?.otherMs), ms(predicted?.otherMs)].join(' | ')} |`).join('\n')}

## Capacity, extrapolated

By that model: no cluster of this size was run. ${Math.round(perVideo)} bytes a video with its hashtags (of ${count(largest)} videos), ${replicas} nodes a shard, at most ${bytesOfNode / 1e12} TB of rows on a node, ${coresOfNode} cores a node of
the kind that measured. A month costs ${price.hoursOfMonth} hours of as many ${price.node} (AWS, us-east-1, on demand, $${price.perHour} an hour as listed in ${price.asOf}), without traffic. Seconds are CPU time of the busiest node divided by its cores: the least that a question takes while nothing else runs.
The first line of a size is the least cluster that holds the rows, the second one the first of twice, four times … as many shards whose nodes end their share of each
question within ${secondsMax} s. What the node that begins a query merges is not shortened by more shards. Look-ups are taken to grow with the rows, which is more than they do.

| videos | disk of all nodes | shards | nodes | a month | ${fitted.map(({ question }) => `${question}: s`).join(' | ')} |
|--:|--:|--:|--:|--:|${fitted.map(() => '--:').join('|')}|
${capacities.flatMap((videos) => capacityRows(videos, perVideo, fitted)).join('\n')}
`;
}

function modelCells({ first, other, sent }: ScalingModel): string[] {
  return [
    ...[ms(first.fixed), ms(first.perMillion), first.perKb.toFixed(4)],
    ...[ms(other.fixed), ms(other.perMillion), ms(sent.fixed), ms(sent.perMillion)],
  ];
}

/** The least cluster that holds the rows, and one whose nodes end their shares of every question in time. */
function capacityRows(
  videos: number,
  bytesOfVideo: number,
  fitted: readonly { readonly model: ScalingModel }[],
): string[] {
  const on = (shards: number) => fitted.map(({ model }) => predictScaling(model, videos, shards));
  const seconds = (ms: number) => ms / 1_000 / coresOfNode;
  const row = (shards: number) => {
    const disk = (videos * bytesOfVideo * replicas) / 1e12;
    const month = shards * replicas * price.perHour * price.hoursOfMonth;
    const cost = `$${count(Math.round(month / 100) * 100)}`;
    const times = on(shards).map(({ firstMs, otherMs }) => seconds(Math.max(firstMs, otherMs)).toFixed(2));
    return `| ${[count(videos), `${disk.toFixed(1)} TB`, shards, shards * replicas, cost, ...times].join(' | ')} |`;
  };
  const least = Math.max(1, Math.ceil((videos * bytesOfVideo) / bytesOfNode));
  const doubled = Array.from({ length: shardsDoubledMax }, (_, at) => least * 2 ** at);
  const isInTime = (shards: number) =>
    on(shards).every(({ firstMs, otherMs }) => seconds(shards === 1 ? firstMs : otherMs) <= secondsMax);
  const inTime = doubled.find(isInTime);
  return [row(least), ...(inTime === undefined || inTime === least ? [] : [row(inTime)])];
}

function mean(counters: readonly Counters[], of: (each: Counters) => number): number {
  return counters.reduce((sum, each) => sum + of(each), 0) / counters.length;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function ms(value: number | undefined): string {
  if (value === undefined) return '–';
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}
