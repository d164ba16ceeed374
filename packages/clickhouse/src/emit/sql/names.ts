import { refuse } from '../refusal.ts';

/** Tables, subqueries and lambdas of one query. A WITH that is read often is written as often. */
const namesMax = 3_000;

/** Gives names that no other part of the same query has. */
export class Names {
  #count = 0;

  next(prefix: string): string {
    this.#count += 1;
    if (this.#count > namesMax) refuse('a query of so many steps', 'fewer references to the same WITH');
    return `${prefix}${this.#count}`;
  }
}
