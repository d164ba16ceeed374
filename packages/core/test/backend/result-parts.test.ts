import { expect, test } from 'vitest';
import { type PartSource, ResultParts } from '../../src/backend/result-parts.ts';

/** Parts that come when the test says so. */
function slowSource(): PartSource & { give(part: Uint8Array | null): void; closed: number; asked: number } {
  let awaited = Promise.withResolvers<Uint8Array | null>();
  return {
    closed: 0,
    asked: 0,
    give: (part) => awaited.resolve(part),
    async take() {
      this.asked++;
      awaited = Promise.withResolvers();
      return await awaited.promise;
    },
    close() {
      this.closed++;
      awaited.reject(new Error('closed'));
      awaited.promise.catch(() => {});
    },
  };
}

function sourceOf(count: number, failure?: Error): PartSource & { closed: number; asked: number } {
  return {
    closed: 0,
    asked: 0,
    async take() {
      this.asked++;
      if (this.asked <= count) return Uint8Array.of(this.asked);
      if (failure !== undefined) throw failure;
      return null;
    },
    close() {
      this.closed++;
    },
  };
}

/** What a watcher was told, in order. */
function watched(parts: ResultParts): unknown[] {
  const told: unknown[] = [];
  parts.watch({
    onPart: (part) => told.push(part[0]),
    onEnd: (end, error) => told.push(error === undefined ? end : [end, error]),
  });
  return told;
}

test('every watcher sees every part before its reader has it, and the end once', async () => {
  const source = sourceOf(3);
  const parts = new ResultParts(source);
  const all = [watched(parts), watched(parts)];
  let read = 0;
  for await (const part of parts) {
    expect(all.map((told) => told.at(-1))).toEqual([part[0], part[0]]);
    read++;
  }
  await parts.return();
  expect(await parts.next()).toEqual({ done: true, value: undefined });
  expect([read, source.asked, source.closed]).toEqual([3, 4, 1]);
  expect(all).toEqual([
    [1, 2, 3, 'whole'],
    [1, 2, 3, 'whole'],
  ]);
});

test('nothing is asked of the source before the reader asks', async () => {
  const source = sourceOf(2);
  const parts = new ResultParts(source);
  await new Promise(setImmediate);
  expect(source.asked).toBe(0);
  await parts.next();
  await new Promise(setImmediate);
  expect(source.asked).toBe(1);
});

test('a reader who leaves stops the source', async () => {
  const source = sourceOf(5);
  const parts = new ResultParts(source);
  const told = watched(parts);
  for await (const part of parts) if (part[0] === 2) break;
  expect([told, source.asked, source.closed]).toEqual([[1, 2, 'left'], 2, 1]);
});

test('an error reaches reader and watchers as the user is told of it', async () => {
  const source = sourceOf(1, new Error('engine'));
  const parts = new ResultParts(source);
  const told = watched(parts);
  const worded = new Error('worded');
  parts.toUserError = (error) => ((error as Error).message === 'engine' ? worded : error);
  await parts.next();
  await expect(parts.next()).rejects.toBe(worded);
  expect(await parts.next()).toEqual({ done: true, value: undefined });
  expect([told, source.closed]).toEqual([[1, ['failed', worded]], 1]);
});

test('parts that are asked for at once come one after another', async () => {
  const source = sourceOf(3);
  const parts = new ResultParts(source);
  const results = await Promise.all(Array.from({ length: 5 }, () => parts.next()));
  expect(results.map(({ value }) => value?.[0])).toEqual([1, 2, 3, undefined, undefined]);
});

test('a part that is awaited when its reader leaves is not taken for the end', async () => {
  const source = slowSource();
  const parts = new ResultParts(source);
  const told = watched(parts);
  const first = parts.next();
  await new Promise(setImmediate);
  source.give(Uint8Array.of(1));
  await first;
  const awaited = parts.next();
  await new Promise(setImmediate);
  await parts.return();
  await expect(awaited).rejects.toThrow('closed');
  expect([told, source.closed]).toEqual([[1, 'left'], 1]);
});
