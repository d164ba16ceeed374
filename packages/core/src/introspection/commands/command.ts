import { AppError, nearestNames } from '@sdq/contract';
import { placeAt } from '../../syntax/text-position.ts';
import type { TokenText } from '../../syntax/token-text.ts';
import type { Described } from '../relations/given-tables.ts';

/** A command inside a text: its tokens `[from, to)`, and what it may name. */
export interface CommandText {
  readonly tokens: TokenText;
  readonly from: number;
  readonly to: number;
  readonly described: Described;
  /** The schemas and databases that qualify a table: as {@link ownQualifier}. */
  readonly platform: string;
}

/**
 * Reads one kind of command: the SELECT that answers it, or undefined where the text is not that command. Throws
 * where it is one that cannot be answered.
 */
export type CommandReader = (command: CommandText) => string | undefined;

/** An error at a token of a command. */
export function refused(
  { tokens }: CommandText,
  index: number,
  message: string,
  hint: string,
  candidates: string[] = [],
  code: 'statement_not_allowed' | 'sql_unknown_table' = 'statement_not_allowed',
): AppError {
  const detail = { message, ...placeAt(tokens.text, tokens.start(index)), candidates, hint };
  return new AppError(code, message, { hint, sql: [detail] });
}

/** The table that is named from a token to the end of the command, qualified or not; undefined for another text. */
export function tableNamed(command: CommandText, from: number): string | undefined {
  const { tokens, to, described, platform } = command;
  const names: string[] = [];
  for (let index = from; index < to; index += 2) {
    const name = tokens.name(index) || (names.length === 0 ? tokens.string(index)?.toLowerCase() : '');
    if (name === undefined || name === '') return undefined;
    names.push(name);
    if (index + 1 < to && tokens.symbol(index + 1) !== '.') return undefined;
  }
  const last = names.pop();
  if (last === undefined) return undefined;
  const written = names.length === 0 && last.includes('.') ? last.split('.') : [...names, last];
  const name = written.at(-1);
  if (!isOwnQualifier(written.slice(0, -1), platform)) return undefined;
  return described.tables.find((table) => table.name.toLowerCase() === name)?.name;
}

/** The error for a table that is not there. */
export function unknownTable(command: CommandText, index: number): AppError {
  const names = command.described.tables.map(({ name }) => name);
  const name = command.tokens.string(index) ?? command.tokens.raw(index);
  return refused(
    command,
    index,
    `There is no table "${name.replace(/^"|"$/g, '').slice(0, 80)}"`,
    'SHOW TABLES lists the tables',
    nearestNames(name, names),
    'sql_unknown_table',
  );
}

/** Whether these names, in lower case, qualify a table of the platform: `main`, `sdq.shortvideo`, `memory.main` …. */
export function isOwnQualifier(names: readonly string[], platform: string): boolean {
  const [first, second, ...more] = names;
  if (more.length > 0) return false;
  const own = platform.toLowerCase();
  if (first === undefined) return true;
  if (second === undefined) return ['main', 'memory', 'sdq', own].includes(first);
  return ['memory', 'sdq', own].includes(first) && ['main', own].includes(second);
}
