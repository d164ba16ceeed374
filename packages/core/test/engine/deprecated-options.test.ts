import { expect, test, vi } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import type { EngineOptions } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open-engine.ts';

test.each<[Partial<EngineOptions>, string[]]>([
  [{ concurrencyPerProcess: 2 }, []],
  [{ slots: 2 }, ['The engine option "slots" is deprecated: use "concurrencyPerProcess"']],
  [
    { slots: 1, concurrencyPerProcess: 2 },
    [
      'The engine options "concurrencyPerProcess" and "slots" are both set: "slots" is deprecated and ignored',
    ],
  ],
  [
    { firstReader: false } as Partial<EngineOptions>,
    ['The engine option "firstReader" is deprecated: use "advisoryParser"'],
  ],
  [
    { turns: { runningPerOwnerMax: 1 } } as Partial<EngineOptions>,
    [
      'The engine option "turns" is deprecated: use "concurrency"',
      'The engine option "runningPerOwnerMax" is deprecated: use "runningPerTenantMax"',
    ],
  ],
])('%j gives these warnings: %j', async (options, warnings) => {
  const emitted = vi.spyOn(process, 'emitWarning').mockReturnValue();
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 10);
  {
    await using engine = await openEngine({ index: directory.path, isolation: 'in-process', ...options });
    const result = await engine.query('SELECT count(*) AS n FROM videos');
    expect(await result.toArray()).toEqual([{ n: 10 }]);
  }
  expect(emitted.mock.calls.map(([message]) => message)).toEqual(warnings);
  emitted.mockRestore();
});

test('former names of options have the effect of the new ones', async () => {
  const emitted = vi.spyOn(process, 'emitWarning').mockReturnValue();
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 10);
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    ...{ firstReader: false, turns: { runningPerOwnerMax: 7 } },
  });
  expect(engine.concurrency.runningPerTenantMax).toBe(7);
  expect((await engine.explain('SELECT 1')).advisoryParser).toBe('off');
  emitted.mockClear();
  await (await engine.query('SELECT 1', { ...{ owner: 'ada' }, tenant: 'bob' })).toArray();
  expect(emitted.mock.calls.map(([message]) => message)).toEqual([
    'The query option "owner" is deprecated and ignored: use "tenant"',
  ]);
  emitted.mockRestore();
});
