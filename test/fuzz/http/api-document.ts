/** What the fuzzer reads of an OpenAPI document. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

export interface ApiOperation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
}

/** An operation with where it is. */
export interface Route {
  method: string;
  path: string;
  operation: ApiOperation;
}

export function routesOf(document: ApiDocument): Route[] {
  return Object.entries(document.paths)
    .filter(([path]) => path !== '/api/events') // a stream without an end
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
}
