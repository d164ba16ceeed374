import type { AppError } from '@sdq/contract';

/** Something in a folder, an archive or a database that is not imported. */
export interface SkippedSource {
  readonly name: string;
  readonly reason: string;
  readonly hint?: string;
}

/** Skipped sources of one run that are listed; of the others, each reason is listed with their number. */
const listedMax = 1_000;

/** Collects what is left out, in bounded memory. */
export class Skips {
  readonly #listed: SkippedSource[] = [];
  readonly #others = new Map<string, number>();

  add(skipped: SkippedSource): void {
    if (this.#listed.length < listedMax) this.#listed.push(skipped);
    else this.#others.set(skipped.reason, (this.#others.get(skipped.reason) ?? 0) + 1);
  }

  get all(): SkippedSource[] {
    const others = [...this.#others].map(([reason, count]) => ({ name: `and ${count} more`, reason }));
    return [...this.#listed, ...others];
  }
}

/** A source whose format is not known. */
export function toSkipped(name: string, { message, hint }: AppError): SkippedSource {
  const reason = message.split(': it is ').at(-1) ?? message;
  return { name, reason: `unknown format: ${reason}`, ...(hint !== undefined && { hint }) };
}
