import type { OpenedFile, OpenedInput, Opening } from './opened.ts';

/** The files with records in a local file: itself, or what an archive contains. */
export async function* expand(file: OpenedFile, _opening: Opening): AsyncGenerator<OpenedInput> {
  yield file;
}
