import { isObject, type JsonObject } from '../values/json-object.ts';

const nodesMax = 200_000;
const depthMax = 40;

/**
 * The outermost records anywhere in an answer, each ID once; at most 200,000 values are looked at. Undefined if there
 * is none.
 */
export function deepRecords(
  answer: unknown,
  isRecord: (value: JsonObject) => boolean,
  idOf: (value: JsonObject) => unknown,
): JsonObject[] | undefined {
  const found: JsonObject[] = [];
  const seen = new Set<unknown>();
  let nodes = 0;
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > depthMax || ++nodes > nodesMax) return;
    if (isObject(value) && isRecord(value)) {
      const id = idOf(value);
      if (!seen.has(id)) found.push(value);
      seen.add(id);
      return;
    }
    for (const member of Object.values(value)) walk(member, depth + 1);
  };
  walk(answer, 0);
  return found.length > 0 ? found : undefined;
}
