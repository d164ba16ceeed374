import { builtInCatalog, removalsName } from '@sdq/catalog';
import type { Database } from '@sdq/duckdb';
import { chooseParameters } from '../../../bench/src/data/choose-parameters.ts';
import { gatherFacts } from '../../../bench/src/random/facts/gather-facts.ts';
import { generateQuestions } from '../../../bench/src/random/generate-questions.ts';
import { workload } from '../../../bench/src/workload/workload.ts';
import { statementsOf } from '../../support/statements/statements.ts';
import { corpusOf } from '../../third-party-sql/corpus/corpus.ts';
import { hardQuestions } from './hard-questions.ts';
import type { Question } from './judge.ts';
import { oddQuestions } from './odd-table.ts';

export const corpora = ['own', 'hard', 'random', 'admitted', 'third-party'] as const;
export type Corpus = (typeof corpora)[number];

export interface QuestionsOptions {
  readonly seed: number;
  /** Random questions. */
  readonly count: number;
}

/** The questions of a collection, over tables that a database has. */
export async function questionsOf(
  corpus: Corpus,
  database: Database,
  options: QuestionsOptions,
): Promise<Question[]> {
  switch (corpus) {
    case 'own':
      return workload(await chooseParameters(database, [])).map(({ name, sql }) => ({ corpus, name, sql }));
    case 'hard':
      return [...hardQuestions, ...oddQuestions].map((sql, at) => ({ corpus, name: `#${at}`, sql }));
    case 'random':
      return await randomQuestions(database, options);
    case 'admitted':
      return statementsOf('corpus').map(({ file, sql }, at) => ({ corpus, name: `${file}#${at}`, sql }));
    case 'third-party':
      return corpusOf(options.seed).map(({ source, sql }, at) => ({ corpus, name: `${source}#${at}`, sql }));
  }
}

async function randomQuestions(database: Database, { seed, count }: QuestionsOptions): Promise<Question[]> {
  const connection = await database.connect();
  try {
    const tables = builtInCatalog.tablesOf('shortvideo').filter(({ name }) => name !== removalsName);
    const facts = await gatherFacts(connection, tables);
    const { questions } = generateQuestions(facts, { seed, count });
    return questions.map(({ kind, number, duckdb }) => ({
      corpus: 'random',
      name: `${kind}#${number}`,
      sql: duckdb,
    }));
  } finally {
    connection.closeSync();
  }
}
