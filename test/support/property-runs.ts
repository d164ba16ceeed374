/**
 * How often a property is tried: `SDQ_PROPERTY_RUNS` times where it is given, `landing` times before a landing (`SDQ_SLOW_TESTS`),
 * and a quarter of that in `npm test`. Not for slow files (`*.slow.test.ts`), which `npm test` leaves out: they try it as often whenever they run.
 */
export function propertyRuns(landing: number): number {
  const { SDQ_PROPERTY_RUNS: given, SDQ_SLOW_TESTS: isLanding } = process.env;
  if (given !== undefined) return Number(given);
  return isLanding === undefined ? Math.ceil(landing / 4) : landing;
}
