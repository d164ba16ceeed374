import type { ValidationItem } from '@sdq/contract';
import { printSourceJson, readSourceJson, type SourceJson, sourceAt } from './source-json.ts';

/** The body of a 422 response. Values of a JSON body are quoted as written in `bodyText`. */
export function printItems(items: readonly ValidationItem[], bodyText?: string): string {
  const source = bodyText === undefined ? undefined : readSourceJson(bodyText);
  const printed = items.map((item) => {
    const input = source && sourceOf(item, source);
    if (input === undefined) return JSON.stringify(item);
    const { type, loc, msg, ctx } = item;
    const head = JSON.stringify({ type, loc, msg }).slice(0, -1);
    return `${head},"input":${printSourceJson(input)}${ctx ? `,"ctx":${JSON.stringify(ctx)}` : ''}}`;
  });
  return `{"detail":[${printed.join(',')}]}`;
}

function sourceOf({ type, loc }: ValidationItem, source: SourceJson): SourceJson | undefined {
  const [part, ...path] = loc;
  if (part !== 'body' || type === 'json_invalid') return undefined;
  return sourceAt(source, type === 'missing' ? path.slice(0, -1) : path);
}
