import { createHash } from 'node:crypto';
import { sqlStrings } from '@sdq/duckdb/sql';

/**
 * Random numbers as SQL expressions: each is a hash of a row's key, the seed and a purpose. So a value depends neither
 * on the order in which rows are generated nor on the number of threads, and numbers for different purposes are
 * independent. `key` is SQL of an integer type.
 */
export class RandomSql {
  readonly #seed: number;
  readonly #subject: string;

  constructor(seed: number, subject = '') {
    this.#seed = seed;
    this.#subject = subject;
  }

  /** Random numbers for another table: the same purpose gives independent numbers for each `subject`. */
  of(subject: string): RandomSql {
    return new RandomSql(this.#seed, `${this.#subject}${subject}: `);
  }

  /** 64 random bits, UBIGINT. */
  bits(key: string, purpose: string): string {
    const digest = createHash('sha256').update(`${this.#seed}:${this.#subject}${purpose}`).digest();
    return `hash(xor((${key})::BIGINT, ${digest.readBigUInt64BE() >> 2n}))`;
  }

  /** DOUBLE in [0, 1). */
  uniform(key: string, purpose: string): string {
    return `((${this.bits(key, purpose)} >> 11)::DOUBLE / 9007199254740992.0)`;
  }

  /** BIGINT in [0, `count`). */
  below(key: string, purpose: string, count: number): string {
    return `(${this.bits(key, purpose)} % ${count})::BIGINT`;
  }

  /** True for one row in `count`. */
  oneIn(key: string, purpose: string, count: number): string {
    return `(${this.bits(key, purpose)} % ${count} = 0)`;
  }

  /**
   * BIGINT in [0, `count`) from a Zipf distribution: the frequency of rank r is proportional to 1/(r + `head`), so that
   * the first `head` ranks are flattened.
   */
  zipf(key: string, purpose: string, count: number, head: number): string {
    const spread = (count + head) / head;
    return `least(${count - 1}, floor(${head} * pow(${spread}, ${this.uniform(key, purpose)}))::BIGINT - ${head})`;
  }

  /** DOUBLE from the standard normal distribution (Box–Muller transform). */
  normal(key: string, purpose: string): string {
    const radius = `sqrt(-2 * ln(1 - ${this.uniform(key, `${purpose}, radius`)}))`;
    return `(${radius} * cos(6.283185307179586 * ${this.uniform(key, `${purpose}, angle`)}))`;
  }

  /**
   * DOUBLE, approximately standard normal, at a third of the cost: a logistic distribution from 16 of the key's bits.
   */
  noise(bits: string, shift: 0 | 16 | 32 | 48): string {
    const share = `((((${bits}) >> ${shift}) & 65535)::DOUBLE + 0.5) / 65536`;
    return `(ln(${share} / (1 - ${share})) / 1.702)`;
  }
  /**
   * BIGINT from 0, with a long tail: log-normal around `median`; `sigma` is the standard deviation of the logarithm.
   */
  count(key: string, purpose: string, median: number | string, sigma = 1.3): string {
    return `floor(${median} * exp(${sigma} * ${this.noise(this.bits(key, purpose), 0)}))::BIGINT`;
  }

  /** BIGINT from `least` to `most`. */
  between(key: string, purpose: string, least: number, most: number): string {
    return `(${least} + ${this.below(key, purpose, most - least + 1)})`;
  }

  /** True for this percentage of the rows. */
  percent(key: string, purpose: string, percent: number): string {
    return `(${this.bits(key, purpose)} % 100 < ${percent})`;
  }

  /** One of the texts, uniformly distributed. */
  pick(key: string, purpose: string, texts: readonly string[]): string {
    return `${sqlStrings(texts)}[1 + ${this.below(key, purpose, texts.length)}]`;
  }
}
