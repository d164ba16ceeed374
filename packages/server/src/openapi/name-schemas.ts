import type { ApiDocument } from './api-document.ts';

type Schema = Record<string, unknown>;

/** Names that cannot be told from operation or property. */
const ownNames: Readonly<Record<string, string>> = {
  QuerySqlRequest: 'SqlRequest',
  QuerySqlData: 'SqlAnswer',
  CancelSqlStatementData: 'SqlStatement',
  ListApiKeysDataKey: 'ApiKey',
  CreateApiKeyData: 'CreatedApiKey',
  RotateApiKeyData: 'RotatedApiKey',
  DeleteApiKeyData: 'RevokedApiKey',
  GetCurrentUserData: 'User',
  CreateAccountData: 'CreatedAccount',
  CreateSavedQueryData: 'SavedQuery',
  CreateReadTokenData: 'CreatedReadToken',
  CreateShareData: 'Share',
  CreateScheduleData: 'Schedule',
  OpenShareData: 'OpenedShare',
  GetScheduleResultsData: 'ScheduleRuns',
  GetScheduleResultsGetScheduleResultsData: 'ScheduleRows',
};
/** Names of properties whose records have a better one. */
const recordNames: Readonly<Record<string, string>> = {
  keys: 'ApiKey',
  tokens: 'ReadToken',
  runs: 'ScheduleRun',
  folders: 'QueryFolder',
  employees: 'Employee',
};
/** Types of languages, which a client must not hide. */
const takenNames = new Set([
  'Error',
  'Record',
  'Location',
  'Map',
  'Set',
  'Date',
  'Object',
  'Function',
  'Response',
  'Request',
]);
/** Objects of fewer properties stay where they are. */
const propertiesMin = 2;

/**
 * Moves the object schemas of requests and responses to the components, named after their operation or the property that
 * holds them: equal schemas are one. Generators of clients name types after components; without them each type has the
 * name of its place.
 */
export function nameSchemas(document: ApiDocument, platforms: readonly string[]): void {
  const names = new Names(document.components.schemas ?? {});
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      const platform = platforms.find((each) => operation.operationId.split('_').includes(each));
      const words = operation.operationId.split('_').filter((word) => word !== platform);
      const base = pascal(words.join('_'));
      const context = { platform: platform === undefined ? '' : pascal(platform), base };
      const body = operation.requestBody?.content['application/json'];
      if (body?.schema !== undefined)
        body.schema = names.take(body.schema as Schema, `${base}Request`, context);
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const json = content['application/json'];
        if (json?.schema === undefined) continue;
        const suffix = status === '200' ? 'Response' : `Response${status}`;
        json.schema = names.take(json.schema as Schema, `${base}${suffix}`, context);
      }
    }
  }
  const known = Object.entries(names.schemas).sort(([left], [right]) => (left < right ? -1 : 1));
  document.components.schemas = Object.fromEntries(known);
}

interface Context {
  platform: string;
  base: string;
}

class Names {
  readonly schemas: Record<string, object>;
  /** The name of each schema, by its text. */
  readonly #byText = new Map<string, string>();

  constructor(schemas: Record<string, object>) {
    this.schemas = { ...schemas };
    for (const [name, schema] of Object.entries(schemas)) this.#byText.set(JSON.stringify(schema), name);
  }

  /** The schema, its objects replaced by references; itself too if it is an object with properties. */
  take(schema: Schema, name: string, context: Context): Schema {
    const inner = this.#walk(schema, name, context);
    const { properties } = inner as { properties?: object };
    if (inner.type !== 'object' || properties === undefined) return inner;
    if (Object.keys(properties).length < propertiesMin) return inner;
    const { description, ...rest } = inner;
    const text = JSON.stringify(rest);
    const known = this.#byText.get(text);
    const reference = { $ref: `#/components/schemas/${known ?? this.#add(rest, text, name, context)}` };
    // beside a reference, OpenAPI 3.1 allows a description
    return description === undefined ? reference : { ...reference, description };
  }

  #add(schema: Schema, text: string, name: string, { platform, base }: Context): string {
    const bare = ownNames[name] ?? name;
    // openapi-python-client takes a property for the schema of the same name
    const properties = Object.keys((schema as { properties?: object }).properties ?? {});
    const wanted = properties.some((property) => pascal(property) === bare) ? `${bare}Info` : bare;
    const candidates = [
      wanted,
      `${platform}${wanted}`,
      `${base}${wanted}`,
      `${platform}${base}${wanted}`,
    ].filter((each) => !takenNames.has(each));
    let free = candidates.find((each) => this.schemas[each] === undefined);
    for (let n = 2; free === undefined; n++)
      if (this.schemas[`${wanted}${n}`] === undefined) free = `${wanted}${n}`;
    this.schemas[free] = schema;
    this.#byText.set(text, free);
    return free;
  }

  #walk(schema: Schema, name: string, context: Context): Schema {
    const taken: Schema = { ...schema };
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    if (isObject(properties)) {
      const parts = Object.entries(properties).map(([property, part]) => [
        property,
        this.take(part as Schema, nameOf(property, name), context),
      ]);
      taken.properties = Object.fromEntries(parts);
    }
    if (isObject(items)) taken.items = this.take(items, singular(name), context);
    if (isObject(additionalProperties)) {
      taken.additionalProperties = this.take(additionalProperties, `${name}Entry`, context);
    }
    for (const [key, parts] of [
      ['anyOf', anyOf],
      ['oneOf', oneOf],
    ] as const) {
      if (Array.isArray(parts)) taken[key] = parts.map((part: Schema) => this.take(part, name, context));
    }
    return taken;
  }
}

/** The data of a response is named after the operation, a record after its property. */
function nameOf(property: string, parent: string): string {
  if (property === 'data' && parent.endsWith('Response')) return parent.replace(/Response$/, 'Data');
  if (parent === 'ListApiKeysData' && property === 'keys') return 'ListApiKeysDataKeys';
  return recordNames[property] ?? pascal(property);
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}

function pascal(text: string): string {
  return text
    .split(/[^a-z0-9]+/i)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
