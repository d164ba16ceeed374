import { pgLimits } from '../pg-limits.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';
import { ClientGone } from '../protocol/wire.ts';
import { type StatementText, statementsOf } from '../text/words.ts';
import { runCommand } from './run-command.ts';
import type { Session } from './session.ts';

/** Runs the statements of one message in their order, up to the first error. Errors: ClientGone. */
export async function runSimple(session: Session, text: string): Promise<void> {
  let start = 0;
  try {
    const statements = statementsOf(text);
    if (statements.length === 0) await session.wire.send(replies.emptyQuery);
    if (statements.length > pgLimits.statementsPerMessageMax)
      throw new ProtocolError(
        '54000',
        `A message may have at most ${pgLimits.statementsPerMessageMax} statements`,
      );
    for (const statement of statements) {
      start = statement.start;
      await runStatement(session, statement);
    }
  } catch (error) {
    if (error instanceof ClientGone) throw error;
    await session.fail(error, { text, start });
  }
}

async function runStatement(session: Session, statement: StatementText): Promise<void> {
  const { wire } = session;
  const { command } = session.prepare(statement);
  session.refuseInFailed(command);
  if (command === undefined) return;
  if (command.kind !== 'query') {
    await wire.send(replies.commandComplete(await runCommand(session, command, true)));
    return;
  }
  const portal = session.portal(statement.text);
  const rows = await session.during(portal, async () => {
    const description = await portal.description();
    if (description.length > 0) await wire.send(replies.rowDescription(description));
    const count = await session.sendRows(portal, Number.POSITIVE_INFINITY);
    await session.settle(portal);
    return count;
  });
  await wire.send(replies.commandComplete(command.tag === 'SELECT' ? `SELECT ${rows}` : command.tag));
}
