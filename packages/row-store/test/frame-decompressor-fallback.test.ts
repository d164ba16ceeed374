import { PassThrough } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { FrameDecompressor } from '../src/frame-decompressor.ts';

const streams = vi.hoisted(() => ({ opened: 0, fields: {} as object }));
// A Node whose streams keep their handle under another name, or have another handle.
vi.mock('node:zlib', async (importOriginal) => {
  const { default: zlib } = await importOriginal<{ default: typeof import('node:zlib') }>();
  const createZstdDecompress = () => {
    streams.opened++;
    return Object.assign(new PassThrough(), streams.fields);
  };
  return { ...zlib, default: { ...zlib, createZstdDecompress } };
});

const dictionary = Buffer.from('dance cat food travel '.repeat(200));
const content = Buffer.from('cat dance food '.repeat(300));
const frame = zstdCompressSync(content, { dictionary } as object);

it.each([
  ['no handle', {}],
  ['a handle without the call', { _handle: {}, _writeState: new Uint32Array(2) }],
  ['a handle without its state', { _handle: { writeSync: () => expect.unreachable() } }],
])('unpacks by the public call where streams have %s', (_, fields) => {
  streams.opened = 0;
  streams.fields = fields;
  using decompressor = new FrameDecompressor(dictionary);
  for (let turn = 0; turn < 3; turn++)
    expect(Buffer.from(decompressor.unpack(frame, content.length))).toEqual(content);
  expect(() => decompressor.unpack(frame, content.length - 1)).toThrow();
  expect(() => decompressor.unpack(frame.subarray(0, -3), content.length)).toThrow();
  expect(streams.opened).toBe(1);
});
