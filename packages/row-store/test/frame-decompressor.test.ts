import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FrameDecompressor } from '../src/frame-decompressor.ts';

const dictionary = Buffer.from('dance cat food travel '.repeat(200));
const contents = Array.from({ length: 20 }, (_, i) =>
  Buffer.from(`cat ${i} dance food travel `.repeat(i + 1)),
);
/** As row files hold them: without the length of their content. */
const params = { [constants.ZSTD_c_contentSizeFlag]: 0 };
const frameOf = (content: Uint8Array) => zstdCompressSync(content, { dictionary, params } as object);

it('unpacks frames one after another', () => {
  using decompressor = new FrameDecompressor(dictionary);
  for (const content of contents)
    expect(Buffer.from(decompressor.unpack(frameOf(content), content.length))).toEqual(content);
});

it('unpacks frames of any length, of one block or many', () => {
  using decompressor = new FrameDecompressor(dictionary);
  for (const length of [0, 1, 131_071, 131_072, 131_073, 400_000, 3_000_000]) {
    for (const content of [Buffer.alloc(length, 'cat dance '), randomBytes(length)])
      expect(Buffer.from(decompressor.unpack(frameOf(content), length)).equals(content), `${length}`).toBe(
        true,
      );
  }
});

it('unpacks a frame that an empty one follows, as a compressor that is flushed may write it', () => {
  using decompressor = new FrameDecompressor(dictionary);
  const content = contents[12] as Buffer;
  const frames = Buffer.concat([frameOf(content), frameOf(Buffer.alloc(0))]);
  for (let turn = 0; turn < 2; turn++)
    expect(Buffer.from(decompressor.unpack(frames, content.length))).toEqual(content);
});

it('unpacks whole frames after one that is cut short, damaged, or longer or shorter than said', () => {
  using decompressor = new FrameDecompressor(dictionary);
  const content = contents[9] as Buffer;
  const frame = frameOf(content);
  const damaged = Buffer.from(frame);
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 0x55;
  damaged[5] = (damaged[5] as number) ^ 0xff;
  const unpack = (bytes: Uint8Array, length: number) => () => decompressor.unpack(bytes, length);
  for (const bad of [
    unpack(frame.subarray(0, frame.length - 3), content.length),
    unpack(damaged, content.length),
    unpack(frame, content.length - 1),
    unpack(frame, content.length + 1),
    unpack(Buffer.concat([frame, frame]), content.length),
  ]) {
    expect(bad).toThrow();
    expect(Buffer.from(decompressor.unpack(frame, content.length))).toEqual(content);
  }
});

it('unpacks without a context of its own when it has been disposed of', () => {
  const decompressor = new FrameDecompressor(dictionary);
  decompressor[Symbol.dispose]();
  const content = contents[3] as Buffer;
  expect(Buffer.from(decompressor.unpack(frameOf(content), content.length))).toEqual(content);
});
