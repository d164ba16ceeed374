import type { CommandReader, CommandText } from './command.ts';
import { readList } from './lists.ts';
import { readSet, readTransaction } from './session.ts';
import { readPragma, readShow } from './show.ts';

const readers: readonly CommandReader[] = [readShow, readList, readPragma, readTransaction, readSet];

/** Words with which a command of these readers begins. */
export const commandWords: ReadonlySet<string> = new Set(
  `show describe desc pragma begin start commit rollback end abort discard close unlisten deallocate set reset savepoint release`.split(
    ' ',
  ),
);

/** The SELECT that answers a command; undefined for any other text. Errors: `statement_not_allowed`, `sql_unknown_table`. */
export function answerCommand(command: CommandText): string | undefined {
  for (const read of readers) {
    const answer = read(command);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
