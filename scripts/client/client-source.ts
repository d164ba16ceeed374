import { type ClientOperation, lookUp, type OpenApiDocument, operationsOf } from './operations-of.ts';
import { comment, typeOfSchema } from './type-of-schema.ts';

const head = '// Written by npm run docs:client from docs/openapi.json.\n';

/** The two generated files of `@sdq/client`: types of all operations, and the table that it sends requests by. */
export function clientSource(document: OpenApiDocument): { types: string; operations: string } {
  const operations = operationsOf(document);
  return { types: typesOf(document, operations), operations: tableOf(operations) };
}

function typesOf(document: OpenApiDocument, operations: readonly ClientOperation[]): string {
  const resolve = (ref: string) => lookUp(document, ref);
  const named = new Map<string, string>();
  /** Types of operations by name; equal ones of several platforms are one type. */
  const nameOf = (wanted: string, type: string) => {
    if (type.length < 60) return type;
    const known = named.get(type);
    if (known !== undefined) return known;
    named.set(type, wanted);
    return wanted;
  };
  const groups = Map.groupBy(operations, ({ group }) => group);
  const interfaces = [...groups].map(([group, members]) => {
    const methods = members.map((operation) => {
      const name = pascal(operation.operationId.split('_'));
      const data =
        operation.data === undefined
          ? 'Response'
          : nameOf(`${name}Data`, typeOfSchema(operation.data, resolve));
      const answer =
        operation.list === undefined
          ? `Promise<Answer<${data}>>`
          : `PagedCall<${data}, ${data}[${JSON.stringify(operation.list)}][number]>`;
      return `  ${comment(operation.summary)}\n  ${operation.method}(${inputOf(operation, nameOf, name, resolve)}options?: CallOptions): ${answer};`;
    });
    return `/** Operations at \`client.${group}\`. */\nexport interface ${pascal([group])}Api {\n${methods.join('\n')}\n}\n`;
  });
  const all = [...groups.keys()].map((group) => `  readonly ${group}: ${pascal([group])}Api;`);
  return [
    head,
    "import type { Answer, CallOptions, PagedCall } from '../call.ts';\n",
    ...[...named].map(([type, name]) => `export type ${name} = ${type};\n`),
    ...interfaces,
    `export interface Api {\n${all.join('\n')}\n}\n`,
  ].join('\n');
}

function inputOf(
  { input }: ClientOperation,
  nameOf: (wanted: string, type: string) => string,
  name: string,
  resolve: Parameters<typeof typeOfSchema>[1],
): string {
  if (Object.keys(input.properties ?? {}).length === 0) return 'input?: Record<string, never>, ';
  const isOptional = (input.required ?? []).length === 0;
  return `input${isOptional ? '?' : ''}: ${nameOf(`${name}Input`, typeOfSchema(input, resolve))}, `;
}

/** A line for each operation: group, method, verb, path and, of pages, the member with the records. */
function tableOf(operations: readonly ClientOperation[]): string {
  const lines = operations.map(({ group, method, verb, path, list }) =>
    [group, method, verb, path, ...(list === undefined ? [] : [list])].join(' '),
  );
  return `${head}\nexport const operations = \`\n${lines.join('\n')}\n\`;\n`;
}

function pascal(words: readonly string[]): string {
  return words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('');
}
