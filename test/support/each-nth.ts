/**
 * All cases in the nightly run, where SDQ_ALL_KILLS is set; else each n-th one, of which the seed of the run chooses the first. For cases
 * that are alike and take long, such as the moments at which a process is killed.
 */
export function eachNth<Case>(n: number, cases: readonly Case[]): Case[] {
  if (process.env.SDQ_ALL_KILLS !== undefined) return [...cases];
  const first = Number(process.env.SDQ_PROPERTY_SEED ?? Date.now()) % n;
  return cases.filter((_, at) => at % n === first);
}
