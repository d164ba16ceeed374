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
 * An expression that a column is compared with, to be read as one type or another: undefined where it is no constant
 * of that type. Parameters are read as what they are bound to.
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

  /** Of a type of whole numbers. */
  get integer(): bigint | undefined {
    return readInteger(this.#expression, this.#scope);
  }

  /** A whole number of any type, casts around it left out. */
  get whole(): bigint | undefined {
    return readWhole(this.#expression);
  }

  /** Bounds of the moment that it stands for where it is compared with a TIMESTAMPTZ. */
  get instant(): Instant | undefined {
    return readInstant(this.#expression, this.#scope);
  }
}
