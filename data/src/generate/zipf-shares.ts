/**
 * Distributes the rows of a related table over owners by Zipf's law: owner 0 has the most rows, and the share of owner
 * r is about proportional to 1/(r + `head`). The number of rows and their positions are functions of the owner's
 * number, so nothing is stored, regardless of the number of owners.
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

  /** BIGINT: the total rows of all owners with a lower number. `owner` is SQL of a number. */
  before(owner: string): string {
    const share = `ln((${owner} + ${this.#head}) / ${this.#head}::DOUBLE)`;
    const scale = this.#rows / Math.log((this.#owners + this.#head) / this.#head);
    return `floor(${scale}::DOUBLE * ${share} + 1e-6)::BIGINT`;
  }

  /** BIGINT: the rows of this owner. */
  of(owner: string): string {
    return `(${this.before(`(${owner} + 1)`)} - ${this.before(owner)})`;
  }
}
