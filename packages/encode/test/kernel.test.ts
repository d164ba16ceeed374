import { expect, it } from 'vitest';
import { isMissing } from '../../../test/support/tools.ts';
import { compileKernel } from '../kernel/compile.ts';
import { kernelWasm } from '../src/generated/kernel-wasm.ts';

it.skipIf(isMissing('assemblyscript'))(
  'the kernel is what its sources compile to (else: npm run build:kernel)',
  async () => {
    expect(Buffer.from(await compileKernel()).toString('base64')).toBe(kernelWasm);
  },
);
