import { expect, it } from 'vitest';
import { compileKernel } from '../../../scripts/compile-kernel.ts';
import { isMissing } from '../../../test/support/tools.ts';
import { kernelWasm } from '../src/generated/kernel-wasm.ts';

it.skipIf(isMissing('assemblyscript'))(
  'the kernel is what its sources compile to (else: npm run build:kernel)',
  async () => {
    expect(
      Buffer.from(await compileKernel(new URL('../kernel/assembly/', import.meta.url))).toString('base64'),
    ).toBe(kernelWasm);
  },
);
