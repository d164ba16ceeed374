/**
 * Rows of a side table shared out by Zipf's law: owner 0 has the most, owner r about as many as 1/(r + `head`) tells.
 * The owner's number is all that the shares and the places of an owner's rows follow from, so that nothing is kept
 * however many owners there are.
 */
export class ZipfShares {
  readonly #owners: number;
  readonly #rows: number;
  readonly #head: number;

  constructor(owners: number, rows: number, head = 3) {
    this.#owners = owners;
    this.#rows = rows;
    this.#head = head;
  }

  /** BIGINT: rows of all owners with a lower number. `owner` is SQL of a number. */
  before(owner: string): string {
    const share = `ln((${owner} + ${this.#head}) / ${this.#head}::DOUBLE)`;
    const scale = this.#rows / Math.log((this.#owners + this.#head) / this.#head);
    return `floor(${scale}::DOUBLE * ${share} + 1e-6)::BIGINT`;
  }

  /** BIGINT: rows of this owner. */
  of(owner: string): string {
    return `(${this.before(`(${owner} + 1)`)} - ${this.before(owner)})`;
  }
}
