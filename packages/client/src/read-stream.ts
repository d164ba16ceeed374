import { SdqError } from './sdq-error.ts';

/** The parts of a body as they come. Leaving the loop cancels the request. */
export async function* readParts(answer: Response): AsyncGenerator<Uint8Array> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * The lines of a body. Errors: `stream_broken` where the last one has no end: Bun takes a connection that closes early
 * for the end of a body.
 */
export async function* readLines(answer: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of readParts(answer)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new SdqError('stream_broken', 'The last line has no end');
}
