import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@sdq/source'];

/** Files of some 10 s and more: they run with `npm run test:all`, before each landing, and when one is named. */
const slowTests = '**/*.slow.test.ts';
const runsSlowTests =
  process.env.SDQ_SLOW_TESTS !== undefined || process.argv.some((word) => word.includes('.slow'));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'data/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(runsSlowTests ? [] : [slowTests])],
    // DuckDB is native code with its own threads: processes, not worker threads.
    pool: 'forks',
    // Loading the same modules again for each file would take a fifth of all CPU time. So files share processes: what a test changes
    // in its own is restored.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // On two cores Vitest would run one file after the other; most of them wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests start hundreds of processes: what those compile is kept.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile') },
    execArgv: ['--conditions=@sdq/source'],
    setupFiles: process.env.SDQ_PROPERTY_SEED === undefined ? [] : ['test/support/property-seed.ts'],
    // A landing may try a failed test once more; the summary names it ("retry x1"), and its cause is to be found.
    retry: Number(process.env.SDQ_TEST_RETRIES ?? 0),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
