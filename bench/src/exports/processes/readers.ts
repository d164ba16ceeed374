/** Clients of the service: read a stream as fast as it comes, and drop it. */
import { get } from 'node:http';
import { answerCalls } from './messages.ts';

answerCalls({
  async read({ url }): Promise<{ bytes: number; wallMs: number; firstMs: number }> {
    const startedAt = performance.now();
    let bytes = 0;
    let parts = 0;
    let firstMs = Number.NaN;
    await new Promise<void>((settle, reject) => {
      const request = get(String(url), (response) => {
        response.on('data', (part: Buffer) => {
          // A schema comes first; what follows it holds rows.
          if (parts++ === 1) firstMs = performance.now() - startedAt;
          bytes += part.length;
        });
        response.once('end', settle);
        response.once('error', reject);
      });
      request.once('error', reject);
    });
    return { bytes, wallMs: performance.now() - startedAt, firstMs };
  },
});
