import { PassThrough } from 'node:stream';
import zlib, { type ZstdDecompress, zstdCompressSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameDecompressor } from '../src/frame-decompressor.ts';

/** A Node whose streams keep their handle under another name, or have another handle. */
function replaceStreams(fields: object) {
  return vi
    .spyOn(zlib, 'createZstdDecompress')
    .mockImplementation(() => Object.assign(new PassThrough(), fields) as unknown as ZstdDecompress);
}

afterEach(() => {
  vi.restoreAllMocks();
});

const dictionary = Buffer.from('dance cat food travel '.repeat(200));
const content = Buffer.from('cat dance food '.repeat(300));
const frame = zstdCompressSync(content, { dictionary } as object);

it.each([
  ['no handle', {}],
  ['a handle without the call', { _handle: {}, _writeState: new Uint32Array(2) }],
  ['a handle without its state', { _handle: { writeSync: () => expect.unreachable() } }],
])('unpacks by the public call where streams have %s', (_, fields) => {
  const opened = replaceStreams(fields);
  using decompressor = new FrameDecompressor(dictionary);
  for (let turn = 0; turn < 3; turn++)
    expect(Buffer.from(decompressor.unpack(frame, content.length))).toEqual(content);
  expect(() => decompressor.unpack(frame, content.length - 1)).toThrow();
  expect(() => decompressor.unpack(frame.subarray(0, -3), content.length)).toThrow();
  expect(opened).toHaveBeenCalledTimes(1);
});
