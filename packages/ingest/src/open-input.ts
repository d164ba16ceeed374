import { AppError } from '@sdq/contract';
import type { RecordChunk } from './containers/record-chunk.ts';
import { type OpenedSource, openSource, type SourceOptions } from './open-source.ts';
import type { OpenedFile } from './sources/opened.ts';

/** Opens a file that may lie in a spool: the source and its errors have the names of the input. Errors: see `openSource`. */
export async function openInput(file: OpenedFile, options: SourceOptions): Promise<OpenedSource> {
  try {
    const source = await openSource(file.path, options);
    return {
      ...source,
      path: file.name,
      name: file.label,
      recordChunks: (readOptions, notes) => named(file, source.recordChunks(readOptions, notes)),
    };
  } catch (error) {
    throw renamed(error, file);
  }
}

async function* named(
  file: OpenedFile,
  chunks: AsyncIterable<readonly RecordChunk[]>,
): AsyncGenerator<readonly RecordChunk[]> {
  try {
    yield* chunks;
  } catch (error) {
    throw renamed(error, file);
  }
}

function renamed(error: unknown, { path, name }: OpenedFile): unknown {
  if (!(error instanceof AppError) || path === name) return error;
  const { hint, param, cause } = error;
  return new AppError(error.code, error.message.replaceAll(path, name), {
    ...(hint !== undefined && { hint: hint.replaceAll(path, name) }),
    ...(param !== undefined && { param }),
    cause,
  });
}
