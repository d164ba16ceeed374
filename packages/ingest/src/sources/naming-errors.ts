import { AppError } from '@sdq/contract';

/** An error about a path in a spool, which nobody knows, as one about the name of its content. */
export function namingError(error: unknown, { path, name }: { path: string; name: string }): unknown {
  if (!(error instanceof AppError) || path === name) return error;
  const { hint, param, cause } = error;
  return new AppError(error.code, error.message.replaceAll(path, name), {
    ...(hint !== undefined && { hint: hint.replaceAll(path, name) }),
    ...(param !== undefined && { param }),
    cause,
  });
}

/** The parts of a file, with errors that have its name. */
export async function* namingErrors<T>(
  file: { path: string; name: string },
  parts: AsyncIterable<T>,
): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    throw namingError(error, file);
  }
}
