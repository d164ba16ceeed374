import { Socket } from 'node:net';

/**
 * Counts the bytes that this process writes to sockets, including the pipes to its children, while `work` is running.
 * It instruments Node's own interface, so that it works for any version of the engine, regardless of its internals.
 */
export async function countSentBytes<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; bytes: number }> {
  let bytes = 0;
  const { write } = Socket.prototype;
  Socket.prototype.write = function (this: Socket, ...words: unknown[]): boolean {
    const [chunk] = words;
    bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : (chunk as Uint8Array).byteLength;
    return Reflect.apply(write, this, words);
  };
  try {
    const result = await work();
    return { result, bytes };
  } finally {
    Socket.prototype.write = write;
  }
}
