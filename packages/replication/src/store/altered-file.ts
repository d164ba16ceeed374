import { AppError } from '@sdq/contract';

export function alteredFile(path: string): AppError {
  return new AppError('index_corrupt', `"${path}" is not what its snapshot names: the checksum differs`, {
    hint: 'Check the index with sdq index verify, and restore it from a backup',
  });
}
