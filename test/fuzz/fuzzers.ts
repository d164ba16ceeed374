import { filesFuzzer } from './files/fuzzer.ts';
import type { Fuzzer } from './fuzzer.ts';
import { httpFuzzer } from './http/fuzzer.ts';
import { killersFuzzer } from './killers/fuzzer.ts';
import { postgresFuzzer } from './postgres/fuzzer.ts';
import { gateFuzzer, sqlFuzzer } from './sql/fuzzers.ts';

/** All fuzzers by their names on the command line. */
export const fuzzers: Readonly<Record<string, Fuzzer>> = {
  sql: sqlFuzzer,
  gate: gateFuzzer,
  http: httpFuzzer,
  killers: killersFuzzer,
  files: filesFuzzer,
  postgres: postgresFuzzer,
};
