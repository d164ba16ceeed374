/**
 * What is not answered, because no translation is known to be exact. Thrown by the parts of the emitter; `emit` makes
 * an error with the place of it.
 */
export class Refusal extends Error {
  /** What the caller can write in its place. */
  readonly instead: string | undefined;
  /** The byte offset in the text that was bound; the nearest expression with a place sets it. */
  location: number | null = null;
  /** A function that it is about: its place is looked for in the text where no expression has one. */
  call: string | null = null;

  constructor(what: string, instead?: string) {
    super(what);
    this.name = 'Refusal';
    this.instead = instead;
  }
}

/** Refuses: `ClickHouse does not answer ${what}.` */
export function refuse(what: string, instead?: string): never {
  throw new Refusal(what, instead);
}
