/** Secrets that sign cursors and links: the first one signs, all of them verify, so that one can be replaced. */
export class SigningSecrets {
  readonly #read: (isStale: boolean) => readonly Buffer[];

  /**
   * `read` returns the secrets, at least one. It is called with true when none of them has verified a signature, and
   * should then look whether there are others.
   */
  constructor(read: (isStale: boolean) => readonly Buffer[]) {
    this.#read = read;
  }

  /** The secret that signs. */
  get signing(): Buffer {
    return this.#read(false)[0] as Buffer;
  }

  /** Whether the check succeeds with one of the secrets. */
  verify(check: (secret: Buffer) => boolean): boolean {
    return this.#read(false).some(check) || this.#read(true).some(check);
  }
}

export function signingSecretsOf(secret: Buffer | SigningSecrets): SigningSecrets {
  return secret instanceof SigningSecrets ? secret : new SigningSecrets(() => [secret]);
}
