import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { heldTable } from '../candidates/relation/changed-relation.ts';
import type { Attachment } from '../runnable-plan.ts';
import { lookEveryMs } from './open-files.ts';

/**
 * Files, and tables of changed rows, that are kept although no query uses them: files of the last few snapshots, and tables of as many
 * kinds of queries as are asked in turn, mostly of a megabyte or two.
 */
const idleMax = { files: 4, tables: 96 };
/** Tables that only queries of earlier snapshots have used go when they were not used for so long, and another one is made. */
const idleMsDefault = 2_000;

/**
 * An LRU cache of attached database files, and of tables of changed rows: those that queries name, in the one instance.
 * Files are attached read-only, tables are filled when the first query names them. Names come from the content, so a new
 * snapshot brings new names for what has changed; what is old is evicted when no query needs it, and a file that was deleted
 * as soon as that is seen: its space on the disk is not free before.
 */
export class AttachedFiles {
  readonly #uses = new Map<string, number>();
  /** Names of tables, when a query last named each, and how many snapshots had been taken up by then; the others are files. */
  readonly #tables = new Map<string, { readonly at: number; readonly snapshots: number }>();
  /** Paths of attached files, by their names. */
  readonly #paths = new Map<string, string>();
  readonly #everyMs: number;
  readonly #idleMs: number;
  #lookedAt = performance.now();
  #snapshots = 0;
  /** What is being made or released, by name. None of them rejects. */
  readonly #changing = new Map<string, Promise<void>>();

  /**
   * `everyMs`: how often files are looked for that were deleted. `idleMs`: tables of earlier snapshots that were not used for so long
   * go when another one is made.
   */
  constructor(everyMs = lookEveryMs, idleMs = idleMsDefault) {
    this.#everyMs = everyMs;
    this.#idleMs = idleMs;
  }

  /**
   * Attaches what is not attached yet, in turn; returns a function that releases it, to be called once. What another query is making
   * is waited for.
   */
  async use(connection: DuckDBConnection, attachments: readonly Attachment[]): Promise<() => void> {
    const isDue = performance.now() - this.#lookedAt >= this.#everyMs;
    const used: string[] = [];
    const leave = () => {
      for (const name of used.splice(0)) this.#uses.set(name, (this.#uses.get(name) ?? 1) - 1);
    };
    const made: Attachment[] = [];
    try {
      for (const attachment of attachments) {
        const { name } = attachment;
        if (this.#uses.has(name)) this.#count(name);
        else if (await this.#make(connection, attachment)) made.push(attachment);
        used.push(name);
      }
      const isMaking = made.some((each) => 'sql' in each);
      if (made.length > 0 || isDue) await this.#letGo(connection, isMaking);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** What queries name from now on belongs to a newer snapshot, and so do these. */
  beginSnapshot(attachments: readonly Attachment[]): void {
    this.#snapshots++;
    for (const { name } of attachments) if (this.#tables.has(name)) this.#tables.set(name, this.#now());
  }

  #count(name: string): void {
    const uses = this.#uses.get(name) ?? 0;
    this.#uses.delete(name); // least recently used first
    this.#uses.set(name, uses + 1);
    if (this.#tables.has(name)) this.#tables.set(name, this.#now());
  }

  /** Attaches a file or fills a table, and counts its use. False if another query has done so meanwhile. */
  async #make(connection: DuckDBConnection, attachment: Attachment): Promise<boolean> {
    const { name } = attachment;
    for (let other = this.#changing.get(name); other !== undefined; other = this.#changing.get(name)) {
      await other;
      if (!this.#uses.has(name)) continue;
      this.#count(name);
      return false;
    }
    await this.#change(name, async () => {
      if ('sql' in attachment) {
        await connection.run(`CREATE TABLE IF NOT EXISTS ${heldTable(name)} AS ${attachment.sql}`);
        this.#tables.set(name, this.#now());
      } else {
        const { path } = attachment;
        await connection.run(`ATTACH IF NOT EXISTS ${sqlString(path)} AS ${sqlName(name)} (READ_ONLY)`);
        this.#paths.set(name, path);
      }
      this.#uses.set(name, 1);
    });
    return true;
  }

  /** Releases what no query uses and is not kept for later ones. */
  async #letGo(connection: DuckDBConnection, isMaking: boolean): Promise<void> {
    const idle = [...this.#uses].flatMap(([name, uses]) => (uses === 0 ? [name] : []));
    const files = idle.filter((name) => !this.#tables.has(name));
    const tables = idle.filter((name) => this.#tables.has(name));
    const released = [
      ...oldest(files, idleMax.files),
      ...this.#deletedAmong(files.slice(-idleMax.files)),
      ...oldest(tables, idleMax.tables),
      ...(isMaking ? tables.slice(-idleMax.tables).filter((name) => this.#isOld(name)) : []),
    ];
    for (const name of released) {
      // Another query may use it, or have released it, in the meantime.
      if (this.#uses.get(name) !== 0) continue;
      this.#uses.delete(name);
      await this.#change(name, async () => {
        const release = this.#tables.has(name) ? `DROP TABLE ${heldTable(name)}` : `DETACH ${sqlName(name)}`;
        // A query that has just fallen back may still use it for a moment: releasing it is retried with the next one.
        await connection.run(release).catch(() => this.#uses.set(name, 0));
        if (this.#uses.has(name)) return;
        this.#paths.delete(name);
        this.#tables.delete(name);
      });
    }
  }

  /** Whoever needs it waits until it is done. */
  async #change(name: string, work: () => Promise<void>): Promise<void> {
    const changed = work().finally(() => this.#changing.delete(name));
    this.#changing.set(
      name,
      changed.catch(() => {}),
    );
    await changed;
  }

  #now(): { at: number; snapshots: number } {
    return { at: performance.now(), snapshots: this.#snapshots };
  }

  #isOld(name: string): boolean {
    const { at, snapshots } = this.#tables.get(name) ?? { at: 0, snapshots: 0 };
    return snapshots < this.#snapshots && performance.now() - at >= this.#idleMs;
  }

  /** Those of these files that are no longer on the disk; looked for once in a while. */
  #deletedAmong(names: readonly string[]): string[] {
    if (performance.now() - this.#lookedAt < this.#everyMs) return [];
    this.#lookedAt = performance.now();
    return names.filter((name) => !existsSync(this.#paths.get(name) ?? ''));
  }
}

/** All but the last ones. */
function oldest(names: readonly string[], kept: number): readonly string[] {
  return names.slice(0, Math.max(0, names.length - kept));
}
