import type { Output } from './output.ts';
import { durationText } from './quantities.ts';

/** Progress of a task. */
export interface ProgressState {
  /** Name of the current phase. */
  readonly phase: string;
  readonly done: number;
  /** 0 if unknown. */
  readonly total: number;
  /** Additional text, for example `120,000 rows`. */
  readonly note?: string;
}

const redrawMs = 100;
const logMs = 3_000;
/** Without news, the last line is shown again so often, with the time that has passed. */
const redrawAgainMs = 1_000;
const logAgainMs = 30_000;
const barWidth = 24;
/** Time of a phase from which its rest is estimated, and the least rest that is shown. */
const estimateAfterMs = 5_000;
const shortMs = 10_000;

/**
 * Shows progress on standard error: a progress bar on a terminal, otherwise a line every 3 s, or every 30 s while nothing is
 * reported; nothing with `quiet`.
 */
export class Progress {
  readonly #output: Output;
  readonly #mode: 'bar' | 'log' | 'quiet';
  readonly #startedAt = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;
  #barShown = false;
  #state: ProgressState | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The phase that runs, and where it was when it was first seen. */
  #phase = { name: '', done: 0, at: 0 };

  constructor(output: Output, options: { quiet?: boolean | undefined } = {}) {
    this.#output = output;
    this.#mode = options.quiet === true ? 'quiet' : output.isTerminal ? 'bar' : 'log';
    if (this.#mode === 'log') this.#shownAt = this.#startedAt;
  }

  /** Most calls print nothing, so that frequent calls are cheap. */
  update(state: ProgressState): void {
    if (this.#mode === 'quiet') return;
    this.#state = state;
    this.#timer ??= setInterval(() => this.#showAgain(), redrawAgainMs).unref();
    if (performance.now() - this.#shownAt >= (this.#mode === 'bar' ? redrawMs : logMs)) this.#show(state);
  }

  #showAgain(): void {
    const passed = performance.now() - this.#shownAt;
    if (this.#state !== undefined && passed >= (this.#mode === 'bar' ? redrawAgainMs : logAgainMs))
      this.#show(this.#state);
  }

  #show(state: ProgressState): void {
    const now = performance.now();
    this.#shownAt = now;
    const line = this.#describe(state, now - this.#startedAt);
    if (this.#mode === 'bar') {
      this.#barShown = true;
      void this.#output.write(`\r\u001b[2K${cutLine(line, this.#output.columns)}`).catch(() => {});
    } else {
      void this.#output.line(line).catch(() => {});
    }
  }

  /** Clears the progress bar. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#state = undefined;
    if (this.#barShown) void this.#output.write('\r\u001b[2K').catch(() => {});
    this.#barShown = false;
  }

  #describe(state: ProgressState, elapsedMs: number): string {
    const known = state.total > 0;
    const share = known ? Math.min(1, state.done / state.total) : 0;
    const parts = [state.phase];
    if (known && this.#mode === 'bar') {
      const filled = Math.round(share * barWidth);
      parts.push('█'.repeat(filled) + '░'.repeat(barWidth - filled));
    }
    if (known) parts.push(`${Math.floor(share * 100)} %`);
    if (state.note !== undefined) parts.push(state.note);
    parts.push(durationText(elapsedMs));
    const leftMs = known ? this.#leftMs(state) : undefined;
    if (leftMs !== undefined) parts.push(`about ${durationText(roundUp(leftMs))} left`);
    return parts.join('  ');
  }

  /** The time that the phase still takes at its rate so far; undefined at its beginning, and where it is short. */
  #leftMs({ phase, done, total }: ProgressState): number | undefined {
    const now = performance.now();
    if (phase !== this.#phase.name || done < this.#phase.done) this.#phase = { name: phase, done, at: now };
    const { done: before, at } = this.#phase;
    if (now - at < estimateAfterMs || done === before || done >= total) return undefined;
    const leftMs = ((now - at) * (total - done)) / (done - before);
    return leftMs < shortMs ? undefined : leftMs;
  }
}

/** To whole seconds. */
function roundUp(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}

function cutLine(line: string, columns: number | undefined): string {
  return columns === undefined || line.length < columns ? line : line.slice(0, columns - 1);
}
