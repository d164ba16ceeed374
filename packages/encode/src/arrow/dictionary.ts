import { bufferSource } from './columns/column.ts';
import { BatchBuilder } from './message.ts';
import type { ArrowDictionary } from './schema.ts';

/** The message with the values of an ENUM. */
export function stringDictionary({ id, values }: ArrowDictionary): Uint8Array {
  const texts = values.map((value) => Buffer.from(value, 'utf8'));
  const bytes = Buffer.concat(texts);
  const batch = new BatchBuilder(values.length);
  batch.addNode(values.length, 0);
  batch.addBuffer(bufferSource(0, () => {}));
  batch.addBuffer(
    bufferSource((values.length + 1) * 4, (target, at) => {
      const offsets = new Int32Array(target.buffer, target.byteOffset + at, values.length + 1);
      offsets[0] = 0;
      texts.forEach((text, index) => {
        offsets[index + 1] = (offsets[index] as number) + text.length;
      });
    }),
  );
  batch.addBuffer(bufferSource(bytes.length, (target, at) => target.set(bytes, at)));
  return batch.dictionaryBatch(id);
}
