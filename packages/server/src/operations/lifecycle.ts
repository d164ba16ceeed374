/** Whether a service takes new work, and the signal that ends what still runs when it stops. */
export class Lifecycle {
  #isDraining = false;
  readonly #stop = new Set<() => void>();

  /** No new work is taken; what runs goes on. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }

  /** Whether running work was told to end. */
  isStopped = false;

  /** Calls back once when running work must end; gives the function that takes this back. */
  onStop(callback: () => void): () => void {
    this.#stop.add(callback);
    return () => this.#stop.delete(callback);
  }

  stop(): void {
    this.isStopped = true;
    for (const callback of [...this.#stop]) callback();
  }
}
