/** Calls the function the first time only. */
export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      work();
    }
  };
}
