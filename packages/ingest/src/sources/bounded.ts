import { AppError } from '@sdq/contract';

/** Content up to a limit. Errors: `source_limit`. */
export async function* withinBytes(
  content: AsyncIterable<Uint8Array>,
  { name, bytesMax, onBytes }: { name: string; bytesMax: number; onBytes?: (bytes: number) => void },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new AppError(
        'source_limit',
        `"${name}" has more than ${bytesMax.toLocaleString('en-US')} bytes`,
        {
          hint: 'Write it to a file first, and name the file.',
        },
      );
    }
    onBytes?.(bytes);
    yield chunk;
  }
}
