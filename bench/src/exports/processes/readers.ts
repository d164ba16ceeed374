/** Clients of the service: read a stream as fast as it comes, and drop it; or leave when its first rows are there. */
import { get } from 'node:http';
import { answerCalls } from './messages.ts';

/** What comes before the first rows, such as a schema, is less. */
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
