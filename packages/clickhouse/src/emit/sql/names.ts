/** Gives names that no other part of the same query has. */
export class Names {
  #count = 0;

  next(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }
}
