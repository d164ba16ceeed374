import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { digestOf } from './key-digest.ts';

/** The name of the fact in the database that says which pepper writes. */
export const writingFact = 'pepper';

/** How often a service looks whether the peppers have changed. */
const readEveryMs = 1_000;

/** A secret that keys are hashed with, and that encrypts the secrets of webhooks. */
export interface Pepper {
  /** Identifies it without disclosing it; 64 hex digits. */
  id: string;
  /** In hex, as it was given. */
  text: string;
  bytes: Buffer;
  key: KeyObject;
}

/** Where peppers are stored, the oldest first. */
interface PepperFile {
  read(): Promise<string[]>;
  write(texts: readonly string[]): Promise<void>;
}

/**
 * The peppers that a process accepts, the oldest first. One of them writes: the database says which, so that all
 * processes that share it agree at any moment. Several are accepted while a pepper is replaced.
 */
export class PepperRing {
  readonly #file: PepperFile | undefined;
  #peppers: readonly Pepper[];
  #writingId: string | undefined;
  #onChange = () => {};
  #readAt = performance.now();

  /** `file`: where they are read again when one is asked for that is not among them; default: they are constants. */
  constructor(texts: readonly string[], file?: PepperFile) {
    this.#peppers = texts.map(toPepper);
    this.#file = file;
  }

  /** Whether they are in a file, which can be replaced. */
  get isWritable(): boolean {
    return this.#file !== undefined;
  }

  get all(): readonly Pepper[] {
    return this.#peppers;
  }

  get newest(): Pepper {
    return this.#peppers.at(-1) as Pepper;
  }

  /** All peppers, first the one that writes as far as this process knows. */
  get writingFirst(): readonly Pepper[] {
    const writing = this.find(this.#writingId ?? null) ?? (this.#peppers[0] as Pepper);
    return [writing, ...this.#peppers.filter((each) => each !== writing)];
  }

  find(id: string | null): Pepper | undefined {
    return this.#peppers.find((each) => each.id === id);
  }

  /** The next newer one. */
  after(pepper: Pepper): Pepper | undefined {
    return this.#peppers[this.#peppers.findIndex(({ id }) => id === pepper.id) + 1];
  }

  /** Replaces the peppers in their file; they are on the disk when it resolves. */
  async replace(texts: readonly string[]): Promise<void> {
    await this.#file?.write(texts);
    this.#peppers = texts.map(toPepper);
    this.#onChange();
  }

  /** Called when other peppers were read. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Reads the peppers again, once a second at most. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt >= readEveryMs) await this.reload();
  }

  /** Reads the peppers again; returns whether they have changed. A file that cannot be read changes nothing. */
  async reload(): Promise<boolean> {
    this.#readAt = performance.now();
    const texts = await this.#file?.read().catch(() => undefined);
    if (texts === undefined || texts.join() === this.#peppers.map(({ text }) => text).join()) return false;
    this.#peppers = texts.map(toPepper);
    this.#onChange();
    return true;
  }

  /** The digests of a key with each pepper. */
  digestsOf(key: string): Map<string, Pepper> {
    return new Map(this.#peppers.map((pepper) => [digestOf(pepper.key, key), pepper]));
  }

  /** The pepper that writes. Errors: as of {@link lockWriting}. */
  async writing(store: Pick<Store, 'lock'>, db: Kysely<StoreSchema>): Promise<Pepper> {
    if (this.#peppers.length === 1) await this.reload();
    // where one is known, which was checked when the database was opened, no other can write
    return this.#peppers.length === 1 ? this.newest : await this.lockWriting(store, db);
  }

  /**
   * The pepper that writes, which stays so until the end of the transaction. Errors: `file_malformed` when it is not
   * among these.
   */
  async lockWriting(store: Pick<Store, 'lock'>, db: Kysely<StoreSchema>): Promise<Pepper> {
    const query = db.selectFrom('store_facts').select('value').where('name', '=', writingFact);
    const fact = await store.lock(query).executeTakeFirst();
    return fact === undefined ? this.newest : await this.acceptWriting(fact.value);
  }

  /**
   * The pepper that the database names as the one that writes. Where it is not among these, they are read again: another
   * process may have rotated it since, and the file has a pepper before the database names it. Errors: `file_malformed`.
   */
  async acceptWriting(id: string): Promise<Pepper> {
    if (this.find(id) === undefined) await this.reload();
    const pepper = this.find(id);
    if (pepper === undefined) throw unknownPepper();
    this.noteWriting(id);
    return pepper;
  }

  noteWriting(id: string | null): void {
    if (id !== null) this.#writingId = id;
  }
}

function toPepper(text: string): Pepper {
  const bytes = Buffer.from(text, 'hex');
  const id = createHmac('sha256', bytes).update('which pepper').digest('hex');
  return { id, text, bytes, key: createSecretKey(bytes) };
}

export function unknownPepper(): AppError {
  return new AppError('file_malformed', 'The pepper does not match the API keys in this database', {
    hint: 'Use the same pepper in every process: the same file, or the same SDQ_PEPPER',
  });
}
