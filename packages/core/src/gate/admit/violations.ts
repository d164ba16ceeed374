import { AppError, type ErrorCode } from '@sdq/contract';
import type { Objection } from '../../stages.ts';
import { placeAt, TextPositions } from '../../syntax/text-position.ts';
import { admitLimits } from './limits.ts';

export interface ViolationExtras {
  candidates?: string[];
  hint?: string;
}

/** Collects all violations of one statement. */
export class Violations {
  readonly positions: TextPositions;
  readonly #found = new Map<string, Objection>();

  constructor(text: string) {
    this.positions = new TextPositions(text);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** `place` is DuckDB's byte offset, or null. The same violation at the same place is reported once. */
  add(code: ErrorCode, place: number | null, message: string, extras: ViolationExtras = {}): void {
    const offset = place === null ? null : this.positions.utf16(place);
    const key = `${offset} ${message}`;
    if (this.#found.has(key) || this.#found.size >= admitLimits.violationsMax) return;
    const detail = {
      message,
      ...placeAt(this.positions.text, offset),
      candidates: extras.candidates ?? [],
      hint: extras.hint ?? null,
    };
    this.#found.set(key, { code, detail });
  }

  addObjection(objection: Objection): void {
    this.#found.set(`${objection.detail.offset} ${objection.detail.message}`, objection);
  }

  /** One error for all violations, in text order; its code and message are those of the first, other codes stand in the details. */
  toError(): AppError {
    const inOrder = [...this.#found.values()].sort(
      (a, b) => (a.detail.offset ?? Number.MAX_SAFE_INTEGER) - (b.detail.offset ?? Number.MAX_SAFE_INTEGER),
    );
    const [first] = inOrder;
    if (first === undefined) throw new Error('no violation to report');
    const { hint } = first.detail;
    return new AppError(first.code, first.detail.message, {
      sql: inOrder.map(({ code, detail }) => (code === first.code ? detail : { ...detail, code })),
      ...(hint === null ? {} : { hint }),
    });
  }
}
