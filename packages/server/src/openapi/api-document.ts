export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: object;
  description?: string;
  example?: unknown;
}

export interface Content {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown } | { $ref: string }>;
}

export interface Answer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

/** The parts of an OpenAPI document that are completed. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}
