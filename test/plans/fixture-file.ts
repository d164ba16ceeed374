import { type FixtureState, isFixtureState } from './fixture-states.ts';

/** A question as a file of fixtures asks it. */
export interface Fixture {
  readonly title: string;
  readonly state: FixtureState;
  readonly parameters: readonly string[] | undefined;
  /** What a person wrote: title, state and question. */
  readonly asked: string;
  /** Without the semicolon. */
  readonly sql: string;
}

export interface FixtureFile {
  /** The comment that begins the file. */
  readonly head: string;
  readonly fixtures: readonly Fixture[];
}

/** Reads what people write of a file of fixtures; what was written below the questions is dropped. */
export function readFixtures(text: string): FixtureFile {
  const [head = '', ...blocks] = text.trim().split(/\n{2,}/);
  return { head, fixtures: blocks.map(readFixture) };
}

function readFixture(block: string): Fixture {
  const found = /^((?:--[^\n]*\n)+)([\s\S]*?);(?:\n|$)/.exec(block);
  if (found === null) throw new Error(`no title and question, ended by a semicolon:\n${block}`);
  const [, comments = '', sql = ''] = found;
  const lines = comments.trim().split('\n');
  const option = (name: string) =>
    lines.find((line) => line.startsWith(`-- ${name}: `))?.slice(`-- ${name}: `.length);
  const state = option('state') ?? 'whole';
  if (!isFixtureState(state)) throw new Error(`there is no state ${state}:\n${block}`);
  const parameters = option('parameters');
  return {
    title: lines[0]?.replace(/^-- /, '') ?? '',
    state,
    parameters: parameters === undefined ? undefined : (JSON.parse(parameters) as string[]),
    asked: `${comments}${sql};`,
    sql,
  };
}
