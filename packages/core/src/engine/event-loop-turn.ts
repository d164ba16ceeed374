/** How long queries may be answered before timers and input of the process have their turn, in milliseconds. */
const turnMs = 5;

let turnBeganAt: number | undefined;

/**
 * Lets the event loop go on where queries have been answered for 5 ms without it. An answer from the cache, or of rows as
 * they are stored, needs no input or output of the event loop: a program that asks one after the other would otherwise
 * keep timers waiting for as long as it asks, also those that look for newer snapshots.
 */
export async function eventLoopTurn(): Promise<void> {
  if (turnBeganAt === undefined) {
    turnBeganAt = performance.now();
    setImmediate(() => {
      turnBeganAt = undefined;
    });
  } else if (performance.now() - turnBeganAt > turnMs) await new Promise(setImmediate);
}
