import { AppError } from '@sdq/contract';
import { expand } from './expand.ts';
import type { Input } from './input.ts';
import type { OpenedInput, Opening } from './opened.ts';

/** Brings each input to a local file, one after the other; archives are opened, in the order of their members. */
export async function* openInputs(inputs: readonly Input[], opening: Opening): AsyncGenerator<OpenedInput> {
  const { signal, limits, downloads } = opening;
  for (const input of inputs) {
    const { name, label, origin, isNamed } = input;
    await using spool = await opening.spool.open();
    try {
      const onBytes = (done: number, total: number) => opening.onBytes(name, done, total);
      const local = await input.local({ spool, downloads, limits, signal, onBytes });
      const file = {
        kind: 'file',
        path: local.path,
        name,
        label: local.label ?? label,
        origin,
        isNamed,
      } as const;
      yield* expand(file, { ...opening, spool });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      yield { kind: 'failed', name, origin, isNamed, error };
    }
    await downloads?.dropWhole();
  }
}
