import { expect, it } from 'vitest';
import { compileKernel } from '../../../scripts/compile-kernel.ts';
import { isMissing } from '../../../test/support/tools.ts';
import { scannerWasm } from '../src/generated/scanner-wasm.ts';

it.skipIf(isMissing('assemblyscript'))(
  'the scanner is what its sources compile to (else: npm run build:kernel)',
  async () => {
    const wasm = await compileKernel(new URL('../kernel/assembly/', import.meta.url));
    expect(Buffer.from(wasm).toString('base64')).toBe(scannerWasm);
  },
);
