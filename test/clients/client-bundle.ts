import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** A module of this repository in one file, with what it imports, minified. Default: the whole of `@sdq/client`. */
export async function clientBundle(entry = '../../packages/client/src/index.ts'): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@sdq/source'] },
    build: {
      write: false,
      target: 'es2022',
      // A library of modules keeps its blanks otherwise, for the bundler of its user.
      rolldownOptions: { output: { minify: true } },
      lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['es'], fileName: 'bundle' },
    },
  })) as Rolldown.RolldownOutput[];
  return result[0]?.output[0].code ?? '';
}
