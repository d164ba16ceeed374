import type { Expression } from '../../syntax/ast.ts';
import {
  type ConstantScope,
  type Instant,
  readInstant,
  readInteger,
  readText,
  readWhole,
} from './instants.ts';

/**
 * An expression that a column is compared with, readable as several types: undefined where it is no constant of that
 * type. Parameters have their bound values.
 */
export class Constant {
  readonly #expression: Expression;
  readonly #scope: ConstantScope;

  constructor(expression: Expression, scope: ConstantScope) {
    this.#expression = expression;
    this.#scope = scope;
  }

  get text(): string | undefined {
    return readText(this.#expression, this.#scope);
  }

  /** Of an integer type. */
  get integer(): bigint | undefined {
    return readInteger(this.#expression, this.#scope);
  }

  /** An integer of any type, ignoring casts. */
  get whole(): bigint | undefined {
    return readWhole(this.#expression);
  }

  /** Bounds of the moment it represents in a comparison with a TIMESTAMPTZ. */
  get instant(): Instant | undefined {
    return readInstant(this.#expression, this.#scope);
  }
}
