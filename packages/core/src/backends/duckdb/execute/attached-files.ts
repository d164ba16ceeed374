import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { Attachment } from '../runnable-plan.ts';

/** Files that stay attached although no query uses them: those of the last few snapshots. */
const idleMax = 4;

/**
 * An LRU cache of attached database files: those that queries name, attached read-only to the one instance. A file's
 * name comes from its content, so a new snapshot brings new names; old files are evicted when no query needs them.
 */
export class AttachedFiles {
  readonly #uses = new Map<string, number>();
  /** Serialises changes: two queries may need the same new file. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Attaches what is not attached yet; returns a function that releases it, to be called once. */
  async use(connection: DuckDBConnection, attachments: readonly Attachment[]): Promise<() => void> {
    if (attachments.every(({ name }) => this.#uses.has(name))) this.#count(attachments);
    else {
      const attached = this.#turn.then(() => this.#attach(connection, attachments));
      this.#turn = attached.catch(() => {});
      await attached;
    }
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      for (const { name } of attachments) this.#uses.set(name, (this.#uses.get(name) ?? 1) - 1);
    };
  }

  #count(attachments: readonly Attachment[]): void {
    for (const { name } of attachments) {
      const uses = this.#uses.get(name) ?? 0;
      this.#uses.delete(name); // least recently used first
      this.#uses.set(name, uses + 1);
    }
  }

  /** Only this method detaches files, and so never while another query's are being attached. */
  async #attach(connection: DuckDBConnection, attachments: readonly Attachment[]): Promise<void> {
    for (const { name, path } of attachments) {
      if (this.#uses.has(name)) continue;
      await connection.run(`ATTACH IF NOT EXISTS ${sqlString(path)} AS ${sqlName(name)} (READ_ONLY)`);
      this.#uses.set(name, 0);
    }
    this.#count(attachments);
    const idle = [...this.#uses].flatMap(([name, uses]) => (uses === 0 ? [name] : []));
    for (const name of idle.slice(0, Math.max(0, idle.length - idleMax))) {
      // Another query may have attached it again in the meantime.
      if (this.#uses.get(name) !== 0) continue;
      this.#uses.delete(name);
      // A query that has just fallen back may still use it for a moment: detaching it is retried with the next one.
      await connection.run(`DETACH ${sqlName(name)}`).catch(() => this.#uses.set(name, 0));
    }
  }
}
