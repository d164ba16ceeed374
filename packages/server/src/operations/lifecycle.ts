/** The state of a service: running, draining or stopped. */
export class Lifecycle {
  #isDraining = false;
  readonly #stop = new Set<() => void>();

  /** New requests are refused; requests in flight continue. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }

  /** Whether requests in flight were cancelled. */
  isStopped = false;

  /** Registers a callback for cancelling requests in flight; returns a function that unregisters it. */
  onStop(callback: () => void): () => void {
    this.#stop.add(callback);
    return () => this.#stop.delete(callback);
  }

  stop(): void {
    this.isStopped = true;
    for (const callback of [...this.#stop]) callback();
  }
}
