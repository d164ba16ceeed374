/** A CTE as references see it. */
export interface CteBinding {
  /** Copies of table references that one reference to the CTE stands for. */
  readonly copies: number;
  /** Whether this is the recursive CTE's own name inside its recursive part. */
  readonly recursing: boolean;
}

/**
 * The CTE names that a query can see, case-insensitive. The body of a CTE sees the CTEs before it and those of the
 * enclosing query; it sees its own name only on the right side of RECURSIVE.
 */
export class Scope {
  readonly #outer: Scope | null;
  readonly #name: string;
  readonly #binding: CteBinding | null;

  private constructor(outer: Scope | null, name: string, binding: CteBinding | null) {
    this.#outer = outer;
    this.#name = name;
    this.#binding = binding;
  }

  static readonly empty = new Scope(null, '', null);

  with(name: string, binding: CteBinding): Scope {
    return new Scope(this, name.toLowerCase(), binding);
  }

  find(name: string): CteBinding | null {
    const wanted = name.toLowerCase();
    for (let scope: Scope | null = this; scope !== null; scope = scope.#outer) {
      if (scope.#binding !== null && scope.#name === wanted) return scope.#binding;
    }
    return null;
  }

  /** All visible names, nearest first. */
  names(): string[] {
    const names: string[] = [];
    for (let scope: Scope | null = this; scope !== null; scope = scope.#outer) {
      if (scope.#binding !== null) names.push(scope.#name);
    }
    return names;
  }
}
