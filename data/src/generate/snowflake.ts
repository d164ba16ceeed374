/** An odd number, so that no two numbers of one millisecond have the same lower bits. */
const shuffle = 1_597_334_677;

/**
 * Snowflake IDs: the upper bits are milliseconds since an epoch, and the lower `numberBits` bits make the ID unique
 * within the millisecond.
 */
export class Snowflake {
  readonly #epochMs: number;
  readonly #numberBits: number;

  constructor(epochMs: number, numberBits: number) {
    this.#epochMs = epochMs;
    this.#numberBits = numberBits;
  }

  /** BIGINT, unique for every `number`; both parameters are SQL of integers. */
  id(second: string, number: string): string {
    const lower = `${number} * ${shuffle} % ${2 ** this.#numberBits}`;
    return `(((${this.ms(second, number)} - ${this.#epochMs}) << ${this.#numberBits}) + ${lower})`;
  }

  /**
   * The millisecond of the ID. Numbers that exceed the lower bits carry over into further milliseconds of the second.
   */
  ms(second: string, number: string): string {
    return `(${second} * 1000 + ${number} // ${2 ** this.#numberBits})`;
  }
}
