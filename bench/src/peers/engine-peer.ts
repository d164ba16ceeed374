import { digestRows } from '../measure/answer-digest.ts';
import { countSentBytes } from '../measure/sent-bytes.ts';
import type { Peer } from './peer.ts';
import type { PeerSpecification } from './peer-specification.ts';

/** The limits of rows and time are those of the workload, not the engine's defaults. */
const limit = 1_000_000;
const timeoutMs = 600_000;

/**
 * The engine: each answer is read completely as an Arrow stream, as an embedding program would do. Its result cache is
 * disabled: otherwise repeated runs would only measure memory access.
 */
export async function openEnginePeer(
  specification: Extract<PeerSpecification, { kind: 'sdq' }>,
): Promise<Peer> {
  const { core = '@sdq/core', index, isolation, memoryBytesMax, platform } = specification;
  const asked = { limit, timeoutMs, ...(platform === undefined ? {} : { platform }) };
  const { openEngine } = (await import(core)) as typeof import('@sdq/core');
  const engine = await openEngine({ index, isolation, memoryBytesMax, refreshMs: 0, cacheBytesMax: 0 });
  return {
    async run(sql) {
      await using result = await engine.query(sql, asked);
      for await (const _ of result.bytes('arrow'));
      await result.summary;
    },
    async answer(sql, _, rowsKept) {
      await using result = await engine.query(sql, asked);
      const names = result.columns.map((column) => column.name);
      const types = result.columns.map((column) => column.type);
      const rows = result.rows();
      return await digestRows(
        names,
        types,
        (async function* () {
          for await (const row of rows) yield names.map((name) => row[name]);
        })(),
        rowsKept,
      );
    },
    async planBytes(sql) {
      const { result, bytes } = await countSentBytes(() => engine.query(sql, asked));
      await result[Symbol.asyncDispose]();
      return bytes;
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
