import { createHash } from 'node:crypto';
import { Parser, type Plan } from '@sdq/core/stages';
import type { Snapshot } from '@sdq/index';
import { indexStates } from './index-states.ts';
import { planQuestion } from './plan-question.ts';
import { type Drawn, frozenDraw, frozenQuestions } from './questions.ts';

/** The plans of one question, one for each state of the index, as texts that are equal when the plans are. */
export interface QuestionPlans {
  readonly name: string;
  readonly sql: string;
  readonly plans: readonly { readonly state: string; readonly text: string }[];
}

/** Plans every question over every state. */
export async function plansOfAll(drawn: Drawn = frozenDraw): Promise<QuestionPlans[]> {
  await using parser = await Parser.open({ advisoryParser: false });
  const found: QuestionPlans[] = [];
  for (const { name, sql } of frozenQuestions(drawn)) {
    const plans: { state: string; text: string }[] = [];
    for (const { name: state, snapshot } of indexStates)
      plans.push({ state, text: await planText(parser, sql, snapshot) });
    found.push({ name, sql, plans });
  }
  return found;
}

async function planText(parser: Parser, sql: string, snapshot: Snapshot): Promise<string> {
  const planned = await planQuestion(parser, sql, snapshot);
  return typeof planned === 'string' ? `refused: ${planned}` : textOf(planned);
}

/** All that decides what is run, without what is drawn at random. */
function textOf({ sql, views, attachments, attempts, routes }: Plan): string {
  return JSON.stringify({ sql, views, attachments, attempts, routes }, null, 1)
    .replace(/((?:fetched|kept)_rows_\d+_)[0-9a-f]{32}/g, '$1…')
    .replace(
      /unnest\(\[([-\d, ]+)\]::BIGINT\[\]\)/g,
      (_, list: string) => `unnest([${list.split(',').length} numbers])`,
    );
}

/** A short name of a plan: equal for equal plans. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Questions and digests, a line each: what is kept of the plans. */
export function digestsOf(all: readonly QuestionPlans[]): string {
  const lines = all.map(
    ({ name, sql, plans }) =>
      `${name} ${digestOf(sql)}: ${plans.map(({ text }) => digestOf(text)).join(' ')}`,
  );
  return `${lines.join('\n')}\n`;
}
