/** A CTE as references see it. */
export interface CteBinding {
  /** Copies of table references that one reference to it stands for. */
  readonly copies: number;
  /** Whether this is the recursive CTE's own name inside of its recursive part. */
  readonly recursing: boolean;
}

/**
 * The CTE names that a query can see, whatever their case. A CTE's body sees those before it, and the enclosing
 * query's; its own name only on the right side of RECURSIVE.
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

  /** All names in sight, nearest first. */
  names(): string[] {
    const names: string[] = [];
    for (let scope: Scope | null = this; scope !== null; scope = scope.#outer) {
      if (scope.#binding !== null) names.push(scope.#name);
    }
    return names;
  }
}
