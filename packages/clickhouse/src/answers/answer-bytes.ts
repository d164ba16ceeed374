import type { NodeAnswer } from '../client/cluster-node.ts';
import { faultIn, NodeLost, toNodeError } from '../client/node-fault.ts';
import { tailBytesMax } from '../limits.ts';

/** The last bytes of an Arrow stream. */
const endOfStream = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * The bytes of an Arrow stream as a node sends them. A stream without its end is an error, never a shorter answer: the
 * node's own, which it writes after the rows that it has sent, or that the node was lost.
 */
export class AnswerBytes implements AsyncIterable<Uint8Array> {
  readonly #answer: NodeAnswer;
  readonly #node: string;
  #tail: Buffer = Buffer.alloc(0);

  constructor(answer: NodeAnswer, node: string) {
    this.#answer = answer;
    this.#node = node;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    try {
      for await (const part of this.#answer.bytes) {
        this.#keepEnd(part as Buffer);
        yield part as Buffer;
      }
    } catch (error) {
      throw this.#told() ?? toNodeError(error, this.#node);
    }
    if (this.#tail.subarray(-endOfStream.length).equals(endOfStream)) return;
    throw this.#told() ?? new NodeLost(this.#node, new Error('the answer ended early'));
  }

  /** What a failure to read the rows was: reads the rest, in which the node tells it. */
  async reason(error: unknown): Promise<unknown> {
    try {
      for await (const part of this.#answer.bytes) this.#keepEnd(part as Buffer);
    } catch {
      // the error below tells more
    }
    return this.#told() ?? error;
  }

  #keepEnd(part: Buffer): void {
    const kept = part.length >= tailBytesMax ? part : Buffer.concat([this.#tail, part]);
    this.#tail = Buffer.from(kept.subarray(-tailBytesMax));
  }

  #told(): Error | undefined {
    const { exceptionTag = '' } = this.#answer;
    const mark = `__exception__\r\n${exceptionTag}\r\n`;
    const at = this.#tail.lastIndexOf(mark);
    if (at < 0) return undefined;
    const text = this.#tail.subarray(at + mark.length).toString('utf8');
    // The text is followed by its length and the mark again.
    const end = text.search(/\r?\n\d+ [a-z]+\r?\n__exception__/);
    return faultIn(end < 0 ? text.trim() : text.slice(0, end).trim());
  }
}
