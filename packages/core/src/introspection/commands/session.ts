import { holds, sessionSettings } from '../relations/session-values.ts';
import { type CommandReader, type CommandText, refused } from './command.ts';

/** What DuckDB answers to a command that returns nothing. */
const done = 'SELECT CAST(NULL AS BOOLEAN) AS "Success" WHERE false';

const modes =
  /^(?:(?:,? ?(?:isolation level (?:serializable|repeatable read|read committed|read uncommitted)|read only|read write|(?:not )?deferrable))*)$/;

/** SAVEPOINT, RELEASE and ROLLBACK TO, with the savepoint's name. */
const savepoint =
  /^(?:savepoint|release(?: savepoint)?|rollback(?: (?:transaction|work))? to(?: savepoint)?) (?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+")$/u;

/** The words of a command in lower case, each separated by one space; another token is itself. */
function sentence({ tokens, from, to }: CommandText, skip = 0): string {
  return Array.from({ length: to - from - skip }, (_, at) => tokens.raw(from + skip + at).toLowerCase()).join(
    ' ',
  );
}

/** BEGIN, COMMIT, ROLLBACK, SAVEPOINT and what else begins or ends a transaction: nothing is done, since nothing is changed. */
export const readTransaction: CommandReader = (command) => {
  const text = sentence(command);
  const [, rest = undefined] =
    /^(?:begin|start transaction)(?: (?:transaction|work))?(?: (.*))?$/s.exec(text) ?? [];
  if (/^(?:begin|start transaction)\b/.test(text) && modes.test((rest ?? '').replaceAll(' ,', ',')))
    return done;
  if (/^(?:begin (?:immediate|deferred|exclusive))(?: transaction)?$/.test(text)) return done;
  if (/^(?:commit|rollback|end|abort)(?: (?:transaction|work))?$/.test(text)) return done;
  if (savepoint.test(text)) return done;
  return /^(?:discard (?:all|plans|sequences|temp|temporary)|close all|unlisten \*|deallocate (?:prepare )?all)$/.test(
    text,
  )
    ? done
    : undefined;
};

/** SET and RESET: done where they set what already holds, else refused. */
export const readSet: CommandReader = (command) => {
  const { tokens, from, to } = command;
  const verb = tokens.word(from);
  if (verb !== 'set' && verb !== 'reset') return undefined;
  let at = from + 1;
  if (['session', 'local', 'global'].includes(tokens.word(at)) && to > at + 1) at += 1;
  const rest = sentence(command, at - from);
  const [, wanted = undefined] = /^(?:characteristics as )?transaction (.*)$/s.exec(rest) ?? [];
  if (verb === 'set' && wanted !== undefined && modes.test(wanted.replaceAll(' ,', ','))) return done;
  if (verb === 'reset') {
    if (rest === 'all' || sessionSettings.has(rest.replace(/^time zone$/, 'timezone'))) return done;
    throw notSet(command, at);
  }
  const isZone = /^time zone /.test(rest);
  const isNames = /^names /.test(rest);
  const valueAt = at + (isZone ? 2 : isNames ? 1 : 2);
  const separator = tokens.raw(at + 1).toLowerCase();
  if (!isZone && !isNames && separator !== '=' && separator !== 'to') return undefined;
  const name = isZone ? 'timezone' : isNames ? 'client_encoding' : tokens.name(at);
  const value = givenValue(command, valueAt);
  if (value !== undefined && holds(name, value)) return done;
  throw notSet(command, at, name);
};

/** The value of SET: a literal, a word, or several of them separated by commas. */
function givenValue({ tokens, to }: CommandText, from: number): string | undefined {
  if (from >= to) return undefined;
  const parts = Array.from({ length: to - from }, (_, at) => {
    const index = from + at;
    return tokens.string(index) ?? (tokens.name(index) || tokens.raw(index));
  });
  return parts.join('').replaceAll(',', ', ');
}

function notSet(command: CommandText, at: number, name = command.tokens.name(at)) {
  const found = sessionSettings.get(name);
  if (found === undefined)
    return refused(
      command,
      at,
      `The setting ${(name || command.tokens.raw(at)).slice(0, 60)} cannot be set`,
      'Remove the SET: each query is answered by itself, and no setting changes it',
    );
  const hint =
    found.name === 'TimeZone'
      ? "Convert in the query: create_time AT TIME ZONE 'Asia/Tokyo'"
      : `Remove the SET, or write the value that holds: '${found.value}'`;
  return refused(
    command,
    at,
    `${found.name} is always '${found.value}': each query is answered by itself, and SET cannot change it`,
    hint,
  );
}
