import { sqlStrings } from '@sdq/duckdb/sql';
import { answers, biographies, endings, openings, type Sentence } from '../../vocabulary/sentences.ts';
import type { RandomSql } from '../random.ts';
import type { Scale } from '../scale.ts';

const englishOpenings = openings.filter(({ language }) => language === 'en');

/**
 * SQL expressions for the texts of posts, replies and biographies, given a row's number. Each text has a topic, from a
 * Zipf distribution, and is in the language of its sentence.
 */
export class PostTextSql {
  readonly #random: RandomSql;
  readonly #scale: Scale;
  readonly #key: string;

  /** `key` is SQL of the row's number in the relation joined to. */
  constructor(random: RandomSql, scale: Scale, key: string) {
    this.#random = random.of('text');
    this.#scale = scale;
    this.#key = key;
  }

  /** The joins for all texts about a topic. */
  topicJoins(): string {
    const topic = (purpose: string) => this.#random.zipf(this.#key, purpose, this.#scale.topics, 4);
    return `
      JOIN (SELECT topic_id, topic FROM topics) about ON about.topic_id = ${topic('topic')}
      JOIN (SELECT topic_id, topic FROM topics) other ON other.topic_id = ${topic('other topic')}`;
  }

  /** Joins for {@link post}. */
  tagJoins(): string {
    return `JOIN post_tag_sets ON post_tag_set_id = ${this.#random.below(this.#key, 'tag set', this.#scale.postTagSets)}`;
  }

  /** One to three sentences and up to four hashtags. */
  post(): string {
    const second = `CASE WHEN ${this.#random.percent(this.#key, 'two openings', 30)} THEN ${this.secondOpening()} END`;
    const ending = `nullif(${this.#random.pick(this.#key, 'ending', endings)}, '')`;
    return `concat_ws(' ', ${this.opening()}, ${second}, ${ending}, post_ending)`;
  }

  opening(): string {
    return `replace(${this.#pick('opening', openings)}, '{}', about.topic)`;
  }

  secondOpening(): string {
    return `replace(${this.#pick('second opening', englishOpenings)}, '{}', other.topic)`;
  }

  /** The language of {@link opening}. */
  postLanguage(): string {
    return this.#languageOf('opening', openings);
  }

  answer(): string {
    return `replace(${this.#pick('answer', answers)}, '{}', about.topic)`;
  }

  answerLanguage(): string {
    return this.#languageOf('answer', answers);
  }

  /** A biography. Another purpose gives another one, about the same topics. */
  biography(purpose = ''): string {
    const template = this.#random.pick(this.#key, `biography${purpose}`, biographies);
    return `replace(replace(${template}, '{}', about.topic), '{other}', other.topic)`;
  }

  #pick(purpose: string, sentences: readonly Sentence[]): string {
    return this.#member(purpose, sentences, ({ text }) => text);
  }

  #languageOf(purpose: string, sentences: readonly Sentence[]): string {
    return this.#member(purpose, sentences, ({ language }) => language);
  }

  #member(purpose: string, sentences: readonly Sentence[], of: (sentence: Sentence) => string): string {
    const rank = this.#random.zipf(this.#key, purpose, sentences.length, 12);
    return `${sqlStrings(sentences.map(of))}[1 + ${rank}]`;
  }
}
