import type { Schema } from './type-of-schema.ts';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, Schema>>;
}

/** One operation of the service as a method of the client. */
export interface ClientOperation {
  operationId: string;
  /** The member of the client that has the method: a platform, `account` or `service`. */
  group: string;
  method: string;
  verb: string;
  path: string;
  summary: string;
  /** Path, query and body in one object. */
  input: Schema;
  /** `data` of the answer; undefined where it is no JSON. */
  data: Schema | undefined;
  /** The member of `data` that has the records of a page. */
  list: string | undefined;
}

/** All operations of the document, in its order. */
export function operationsOf(document: OpenApiDocument): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => operationOf(document, path, verb, operation)),
  );
}

function operationOf(
  document: OpenApiDocument,
  path: string,
  verb: string,
  operation: Operation,
): ClientOperation {
  const group = operation.tags[0] ?? 'service';
  const success = Object.keys(operation.responses).find((status) => /^2/.test(status)) ?? '200';
  const answer = resolved(document, operation.responses[success]?.content?.['application/json']?.schema);
  const data = answer?.properties?.success === undefined ? answer : (answer.properties.data ?? {});
  return {
    operationId: operation.operationId,
    group,
    method: methodName(group, path, operation.operationId),
    verb: verb.toUpperCase(),
    path,
    summary: operation.summary ?? operation.operationId,
    input: inputOf(document, operation),
    data: data === undefined ? undefined : resolved(document, data),
    list: listOf(document, data),
  };
}

/** `/api/micro/user-posts` is `userPosts`, any other path the words of its operationId without the platform. */
function methodName(group: string, path: string, operationId: string): string {
  const endpoint = new RegExp(`^/api/${group}/([a-z0-9-]+)$`).exec(path)?.[1];
  const words =
    endpoint !== undefined && endpoint !== 'sql'
      ? endpoint.split('-')
      : operationId.replace(`_${group}_`, '_').split('_');
  return words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
}

function inputOf(document: OpenApiDocument, operation: Operation): Schema {
  const body = resolved(document, operation.requestBody?.content['application/json']?.schema);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const { in: place, name, schema, ...facts } of operation.parameters ?? []) {
    if (place === 'header') continue;
    properties[name] = { ...schema, ...(facts.description && { description: facts.description }) };
    if (facts.required === true) required.push(name);
  }
  return {
    type: 'object',
    properties: { ...properties, ...body?.properties },
    required: [...required, ...(body?.required ?? [])],
  };
}

/** Pages have a cursor and one list. */
function listOf(document: OpenApiDocument, data: Schema | undefined): string | undefined {
  const { properties = {} } = resolved(document, data) ?? {};
  if (properties.cursor === undefined) return undefined;
  const lists = Object.entries(properties).filter(([, each]) => resolved(document, each)?.type === 'array');
  return lists.length === 1 ? lists[0]?.[0] : undefined;
}

function resolved(document: OpenApiDocument, schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : resolved(document, lookUp(document, schema.$ref));
}

/** What `#/components/schemas/Name` names. */
export function lookUp(document: OpenApiDocument, ref: string): Schema {
  const [, , kind = '', name = ''] = ref.split('/');
  const found = document.components?.[kind]?.[name];
  if (found === undefined) throw new Error(`The document has no ${ref}`);
  return found;
}
