/** The state of a service: running, leaving, draining or stopped. */
export class Lifecycle {
  #isLeaving = false;
  #isDraining = false;
  readonly #stop = new Set<() => void>();

  /** Not ready any more, for load balancers; requests are answered as before. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  leave(): void {
    this.#isLeaving = true;
  }

  /** New requests are refused; requests in flight continue. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isLeaving = true;
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
