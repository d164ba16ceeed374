import type { Price } from '../../api/account.ts';
import { ask, call } from '../../api/call.ts';

/** A data endpoint as a form. */
export interface Operation {
  id: string;
  path: string;
  platform: string;
  summary: string;
  fields: Field[];
  price: Price | undefined;
}

export interface Field {
  name: string;
  about: string;
  isRequired: boolean;
  kind: 'text' | 'number' | 'flag' | 'choice';
  choices: string[];
  example: string;
  preset: string;
  min?: number;
  max?: number;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Schema {
  type?: string | string[];
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  anyOf?: Schema[];
}

interface Document {
  paths: Record<
    string,
    { get?: { operationId: string; summary: string; tags?: string[]; parameters?: Parameter[] } }
  >;
}

/** The data endpoints of the OpenAPI document, with their prices. */
export async function readOperations(): Promise<Operation[]> {
  const [document, priced] = await Promise.all([
    call('/openapi.json', 'public').then((response) => response.json() as Promise<Document>),
    ask<{ endpoints: Price[] }>('/api/pricing', 'public'),
  ]);
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const price = priced.endpoints.find(({ endpoint }) => endpoint === path);
    if (get === undefined || price === undefined) return [];
    const fields = (get.parameters ?? []).filter((each) => each.in === 'query').map(fieldOf);
    const platform = path.split('/')[2] ?? '';
    return [{ id: get.operationId, path, platform, summary: get.summary, fields, price }];
  });
}

function fieldOf({ name, required = false, description = '', example, schema }: Parameter): Field {
  const known = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const choices = known.enum ?? known.items?.enum ?? [];
  const type = [known.type].flat()[0];
  return {
    name,
    about: description,
    isRequired: required,
    kind:
      choices.length > 0 && type !== 'array'
        ? 'choice'
        : type === 'integer' || type === 'number'
          ? 'number'
          : type === 'boolean'
            ? 'flag'
            : 'text',
    choices,
    example: example === undefined ? '' : String(example),
    preset: schema.default === undefined || schema.default === null ? '' : String(schema.default),
    ...(known.minimum !== undefined && { min: known.minimum }),
    ...(known.maximum !== undefined && { max: known.maximum }),
  };
}
