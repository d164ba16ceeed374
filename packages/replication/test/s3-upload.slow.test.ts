import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noFaults } from '../../../test/replication/object-store/faults.ts';
import { serveStore } from '../../../test/replication/place.ts';
import { partBytes } from '../src/limits.ts';

test('a large file is uploaded in parts; an interrupted upload goes on with the next part', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-parts-'));
  const path = join(directory, 'large');
  const content = Buffer.concat([randomBytes(1_000), Buffer.alloc(2 * partBytes)]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path, bytes: content.length, sha256 };
  try {
    await writeFile(path, content);
    await using served = await serveStore();
    const { store, server } = served;
    const stop = new AbortController();
    const interrupted = store.upload('large', file, {
      signal: stop.signal,
      onBytes: () => stop.abort(new Error('interrupted')),
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(server.unfinished).toBe(1);
    const puts = server.requests.PUT ?? 0;
    await store.upload('large', file);
    expect((server.requests.PUT ?? 0) - puts).toBe(2);
    expect(server.unfinished).toBe(0);
    const stored = server.objects.get('bucket/an index/large')?.content;
    expect(
      createHash('sha256')
        .update(stored ?? '')
        .digest('hex'),
    ).toBe(sha256);

    await expect(store.upload('other', { ...file, sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'index_corrupt',
    });
    expect(await store.head('other')).toBeUndefined();
    expect(server.unfinished).toBe(0);
    server.faults.faults = { ...noFaults, lostAnswer: 0.3, error: 0.2 };
    await store.upload('third', file);
    server.faults.faults = noFaults;
    expect(await store.head('third')).toMatchObject({ bytes: content.length });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('a file that was altered, rights that lack, and a store that is away are told apart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-parts-'));
  const path = join(directory, 'small');
  try {
    await writeFile(path, 'changed');
    await using served = await serveStore();
    const { store, server } = served;
    await expect(store.upload('small', { path, bytes: 7, sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'index_corrupt',
    });
    server.faults.faults = { ...noFaults, error: 1 };
    await expect(store.head('small')).rejects.toMatchObject({ code: 'store_unreachable', retryable: true });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 60_000);
