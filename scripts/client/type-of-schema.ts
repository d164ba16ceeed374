/** A JSON schema, as far as the OpenAPI document uses it. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  description?: string;
  default?: unknown;
}

/** The TypeScript type of what a schema accepts. `resolve` gives the schema that a `$ref` names. */
export function typeOfSchema(schema: Schema, resolve: (ref: string) => Schema): string {
  const of = (each: Schema) => typeOfSchema(each, resolve);
  if (schema.$ref !== undefined) return of(resolve(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(of));
  if (schema.allOf !== undefined) return schema.allOf.map((each) => `(${of(each)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return schema.items === undefined ? 'unknown[]' : `Array<${of(schema.items)}>`;
    case 'object':
      return objectType(schema, of);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, of: (schema: Schema) => string): string {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, each]) =>
      `${comment(each.description)}${propertyName(name)}${required.has(name) ? '' : '?'}: ${of(each)};`,
  );
  const others = schema.additionalProperties;
  if (members.length > 0) return `{ ${members.join(' ')} }`;
  return `Record<string, ${typeof others === 'object' && Object.keys(others).length > 0 ? of(others) : 'unknown'}>`;
}

/** A comment before a member; empty without text. */
export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ `;
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  const known = [...new Set(types)];
  return known.includes('unknown') ? 'unknown' : known.join(' | ');
}
