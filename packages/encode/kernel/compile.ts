import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** The kernel's sources, compiled. Throws with the compiler's messages. */
export async function compileKernel(): Promise<Uint8Array> {
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
      `--baseDir=${fileURLToPath(new URL('assembly/', import.meta.url))}`,
    ],
    { writeFile: (name: string, contents: string | Uint8Array) => void outputs.set(name, contents) },
  );
  const wasm = outputs.get('kernel.wasm');
  if (error !== null || !(wasm instanceof Uint8Array))
    throw new Error(`${error?.message}\n${stderr.toString()}`);
  return wasm;
}
