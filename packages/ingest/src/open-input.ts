import { folderValuesIn } from './flat/folder-values.ts';
import { type OpenedSource, openSource, type SourceOptions } from './open-source.ts';
import { namingError, namingErrors } from './sources/naming-errors.ts';
import type { OpenedFile } from './sources/opened.ts';

/** Opens a file that may lie in a spool: the source and its errors have the names of the input. Errors: see `openSource`. */
export async function openInput(file: OpenedFile, options: SourceOptions): Promise<OpenedSource> {
  try {
    const source = await openSource(file.path, { ...options, folders: folderValuesIn(file.label) });
    return {
      ...source,
      path: file.name,
      name: file.label,
      recordChunks: (readOptions, notes) => namingErrors(file, source.recordChunks(readOptions, notes)),
      cells: (readOptions) => {
        const cells = source.cells(readOptions);
        return cells && { ...cells, open: (skip, notes) => namingErrors(file, cells.open(skip, notes)) };
      },
    };
  } catch (error) {
    throw namingError(error, file);
  }
}
