/**
 * Clients of the service: they read a stream as fast as possible and discard it, or disconnect after the first rows.
 */
import { get } from 'node:http';
import { answerCalls } from './messages.ts';

/** The maximum size of data before the first rows, such as a schema. */
const headBytesMax = 1 << 15;

answerCalls({
  async read({ url, leaves }): Promise<{ bytes: number; wallMs: number; firstMs: number }> {
    const startedAt = performance.now();
    let bytes = 0;
    let firstMs = Number.NaN;
    await new Promise<void>((settle, reject) => {
      const request = get(String(url), (response) => {
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes <= headBytesMax || !Number.isNaN(firstMs)) return;
          firstMs = performance.now() - startedAt;
          if (leaves !== 1) return;
          settle();
          request.destroy();
        });
        response.once('end', settle);
        response.once('error', reject);
      });
      request.once('error', reject);
    });
    return { bytes, wallMs: performance.now() - startedAt, firstMs };
  },
});
