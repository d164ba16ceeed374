interface Answer {
  id: number;
  result?: Record<string, number>;
  error?: { message: string };
}

/** Measures the live heap of a Node process through its inspector. */
export class LiveHeap {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    socket.addEventListener('close', () => {
      for (const [id, answer] of this.#waiting) answer({ id, error: { message: 'the process is gone' } });
      this.#waiting.clear();
    });
  }

  /** `url`: the inspector URL that Node prints when it is started with `--inspect`. */
  static async of(url: string): Promise<LiveHeap> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`no inspector at ${url}`)), { once: true });
    });
    return new LiveHeap(socket);
  }

  /** MiB of objects and buffers that remain after a full garbage collection, which pauses the process for a moment. */
  async measureMiB(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize = 0, backingStorageSize = 0 } = await this.#ask('Runtime.getHeapUsage');
    return Math.round((usedSize + backingStorageSize) / 2 ** 18) / 4;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string): Promise<Record<string, number>> {
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: the process is gone`);
    const id = ++this.#asked;
    const { result = {}, error } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method }));
    });
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
