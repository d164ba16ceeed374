import type { ResultFormat } from '@sdq/contract';
import { isSignatureOf, type SigningSecrets, signatureOf } from '@sdq/platforms';

/** What a link to a result stands for. */
export interface ResultLink {
  /** The ID of the statement. */
  readonly id: string;
  readonly format: ResultFormat;
  /** As {@link BytesOptions.csvSafe} of the engine. */
  readonly csvSafe: boolean;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** Signed links to the results of statements. Whoever has a link reads that result in that format until it expires. */
export class ResultLinks {
  readonly #secret: Buffer | SigningSecrets;
  readonly #now: () => number;

  constructor(secret: Buffer | SigningSecrets, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The path and query of a link. */
  sign(link: ResultLink): string {
    const signature = signatureOf(this.#secret, partsOf(link));
    return `/api/results/${link.id}.${link.format}?expires=${link.expires}&signature=${signature}`;
  }

  /** The link of these parts; undefined when the signature is of others. */
  read(
    parts: Omit<ResultLink, 'csvSafe'> & { signature: string },
  ): { link: ResultLink; isExpired: boolean } | undefined {
    const { signature, ...given } = parts;
    for (const csvSafe of [false, true]) {
      const link = { ...given, csvSafe };
      if (isSignatureOf(this.#secret, partsOf(link), signature))
        return { link, isExpired: given.expires * 1_000 <= this.#now() };
    }
    return undefined;
  }
}

function partsOf({ id, format, csvSafe, expires }: ResultLink): readonly unknown[] {
  return ['result', id, format, csvSafe, expires];
}
