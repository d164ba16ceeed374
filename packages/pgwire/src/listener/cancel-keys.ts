import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** What a client needs to cancel a statement of another connection. */
export class CancelKeys {
  readonly #sessions = new Map<number, { secret: Buffer; session: { cancel(): void } }>();

  add(session: { cancel(): void }): { processId: number; secret: Buffer } {
    let processId: number;
    do processId = randomInt(1, 2 ** 31 - 1);
    while (this.#sessions.has(processId));
    const secret = randomBytes(4);
    this.#sessions.set(processId, { secret, session });
    return { processId, secret };
  }

  remove(processId: number): void {
    this.#sessions.delete(processId);
  }

  /** Says nothing about whether there was such a session, as PostgreSQL does. */
  cancel(processId: number, secret: Buffer): void {
    const found = this.#sessions.get(processId);
    if (found === undefined || secret.length !== found.secret.length) return;
    if (timingSafeEqual(secret, found.secret)) found.session.cancel();
  }
}
