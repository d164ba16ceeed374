import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is used of the package `assemblyscript`. */
interface Compiler {
  main(
    words: readonly string[],
    system: { writeFile(name: string, contents: string | Uint8Array): void },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

/** It needs 100 MB, and only who changes the kernel needs it: `npm run tools` installs it. */
const compiler = new URL('../test/tools/node_modules/assemblyscript/dist/asc.js', import.meta.url);

/** The sources in a folder, compiled from its `index.ts` to WebAssembly. Throws with the compiler's messages, or when there is no compiler. */
export async function compileKernel(folder: URL): Promise<Uint8Array> {
  if (!existsSync(compiler)) throw new Error('AssemblyScript is not installed: npm run tools installs it');
  const asc = (await import(compiler.href)) as Compiler;
  const outputs = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      '--outFile=kernel.wasm',
      '--runtime=stub',
      '--optimizeLevel=3',
      '--shrinkLevel=0',
      '--converge',
      '--noAssert',
      '--enable=simd',
      '--use=abort=',
      `--baseDir=${fileURLToPath(folder)}`,
    ],
    { writeFile: (name: string, contents: string | Uint8Array) => void outputs.set(name, contents) },
  );
  const wasm = outputs.get('kernel.wasm');
  if (error !== null || !(wasm instanceof Uint8Array))
    throw new Error(`${error?.message}\n${stderr.toString()}`);
  return wasm;
}
