/** Compiles the kernel and writes it where the encoders load it from. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { compileKernel } from '../../../scripts/compile-kernel.ts';

const folder = new URL('../src/generated/', import.meta.url);
const wasm = await compileKernel(new URL('assembly/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('kernel-wasm.ts', folder),
  `/** packages/encode/kernel, compiled by \`npm run build:kernel\`; in base64. */\nexport const kernelWasm =\n  '${Buffer.from(wasm).toString('base64')}';\n`,
);
console.log(`${wasm.length} bytes`);
