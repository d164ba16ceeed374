import type { Explanation } from '@sdq/core';
import { bytesText, countText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** An execution plan as text. */
export function describeExplanation(explanation: Explanation): string {
  const stages = Object.entries(explanation.stageMs).map(([stage, ms]) => `${stage} ${ms.toFixed(1)} ms`);
  return [
    `snapshot      ${explanation.snapshotId}`,
    `first reader  ${explanation.firstReader}`,
    `estimate      ${countText(explanation.rowsEstimated)} rows, ${bytesText(explanation.bytesEstimated)}`,
    `stages        ${stages.join(', ')}`,
    `columns       ${explanation.columns.map(({ name, type }) => `${name} ${type}`).join(', ')}`,
    '',
    describeRoutes(explanation),
    ...(explanation.attempts === 0 ? [] : [`speculative plans attempted first: ${explanation.attempts}`]),
    '',
    ...explanation.rules.map(describeRule),
  ]
    .join('\n')
    .trimEnd();
}

function describeRoutes(explanation: Explanation): string {
  return renderTable(
    [
      { name: 'table', align: 'left' },
      { name: 'via', align: 'left' },
      { name: 'files read', align: 'right' },
      { name: 'files total', align: 'right' },
      { name: 'rows', align: 'right' },
      { name: 'bytes', align: 'right' },
    ],
    explanation.routes.map((route) => [
      route.table,
      route.via,
      countText(route.filesRead),
      countText(route.filesTotal),
      countText(route.rowsEstimated),
      bytesText(route.bytesEstimated),
    ]),
  );
}

function describeRule({ rule, table, fired, note }: Explanation['rules'][number]): string {
  return `${fired ? '✓' : '·'} ${rule}${table === null ? '' : ` (${table})`}: ${note}`;
}
