import { AppError, sqlLimits } from '@sdq/contract';
import { modeOf, modes, type ShellSettings } from './settings.ts';

/** What a line that begins with a point or a backslash asks for. */
export type ShellAction =
  | { readonly kind: 'sql'; readonly sql: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'quit' };

interface ShellCommand {
  readonly names: readonly string[];
  readonly argument?: string;
  readonly help: string;
  act(argument: string, settings: ShellSettings): ShellAction;
}

const say = (text: string): ShellAction => ({ kind: 'say', text });

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const commands: readonly ShellCommand[] = [
  {
    names: ['.help', '\\?'],
    help: 'shows this list',
    act: () => say(helpText()),
  },
  {
    names: ['.tables', '\\dt'],
    help: 'lists the tables',
    act: () => ({
      kind: 'sql',
      sql: "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY 1",
    }),
  },
  {
    names: ['\\d', '.schema'],
    argument: '[table]',
    help: 'lists the tables, or the columns of a table',
    act: (argument) => ({
      kind: 'sql',
      sql:
        argument === ''
          ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY 1"
          : `SELECT column_name AS "column", data_type AS type, is_nullable AS "null" FROM information_schema.columns WHERE table_schema = 'main' AND table_name = ${quoted(argument)} ORDER BY ordinal_position`,
    }),
  },
  {
    names: ['.mode'],
    argument: '[mode]',
    help: `how results are written: ${modes.join(', ')}`,
    act: (argument, settings) => {
      if (argument !== '') settings.mode = modeOf(argument);
      return say(`mode: ${settings.mode}`);
    },
  },
  {
    names: ['.limit'],
    argument: '[rows]',
    help: 'most rows of a result; of a service each row is charged',
    act: (argument, settings) => {
      if (argument !== '') settings.limit = limitOf(argument);
      return say(`limit: ${settings.limit.toLocaleString('en-US')} rows`);
    },
  },
  {
    names: ['.output', '\\o'],
    argument: '[file]',
    help: 'writes the next results to a file; without a file to the screen again',
    act: (argument, settings) => {
      settings.output = argument === '' ? undefined : argument;
      return say(argument === '' ? 'output: the screen' : `output: ${argument}`);
    },
  },
  {
    names: ['.read', '\\i'],
    argument: 'file',
    help: 'runs the statements of a file; stops at the first error',
    act: (argument) => {
      if (argument === '') throw new AppError('usage_error', '.read needs a file: .read report.sql');
      return { kind: 'read', path: argument };
    },
  },
  {
    names: ['.pager'],
    argument: '[on|off]',
    help: 'whether results longer than the screen are shown by PAGER',
    act: (argument, settings) => {
      if (argument !== '') settings.usesPager = isOn(argument);
      return say(`pager: ${settings.usesPager ? 'on' : 'off'}`);
    },
  },
  {
    names: ['.facts'],
    argument: '[on|off]',
    help: 'whether row count, time and price follow a result',
    act: (argument, settings) => {
      if (argument !== '') settings.showsFacts = isOn(argument);
      return say(`facts: ${settings.showsFacts ? 'on' : 'off'}`);
    },
  },
  { names: ['.quit', '.exit', '\\q'], help: 'leaves the shell, as Ctrl-D', act: () => ({ kind: 'quit' }) },
];

export const commandNames: readonly string[] = commands.flatMap(({ names }) => names);

/** Errors: `usage_error` for an unknown command or argument. */
export function shellAction(line: string, settings: ShellSettings): ShellAction {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*?)\s*;?\s*$/.exec(line.trim()) ?? [];
  const command = commands.find(({ names }) => names.includes(name));
  if (command === undefined)
    throw new AppError('usage_error', `Unknown command "${name}"`, { hint: '.help lists the commands.' });
  return command.act(unquoted(rest), settings);
}

function helpText(): string {
  const lines = commands.map(
    ({ names, argument = '', help }) => `  ${`${names.join(', ')} ${argument}`.padEnd(28)}${help}`,
  );
  return [
    'A statement ends with a semicolon and may have several lines. Tab completes, Ctrl-C cancels.',
    ...lines,
  ].join('\n');
}

function limitOf(text: string): number {
  const limit = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isInteger(limit) || limit < 1 || limit > sqlLimits.streamRowsMax)
    throw new AppError('usage_error', `A limit is a whole number from 1 to ${sqlLimits.streamRowsMax}`);
  return limit;
}

function isOn(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new AppError('usage_error', `"${text}" is neither on nor off`);
  return text === 'on';
}

function unquoted(text: string): string {
  return /^'.*'$|^".*"$/.test(text) ? text.slice(1, -1) : text;
}
