import { type CatalogTable, readColumnType, type ScalarType, storedColumns, tableId } from '@sdq/catalog';

/** A field of an Iceberg schema. All are optional: a file that was written before a column was described lacks it. */
export interface SchemaField {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly type: FieldType;
  readonly doc?: string;
}

export type FieldType = string | ListType | StructType;

interface ListType {
  readonly type: 'list';
  readonly 'element-id': number;
  readonly element: FieldType;
  readonly 'element-required': boolean;
}

interface StructType {
  readonly type: 'struct';
  readonly fields: readonly SchemaField[];
}

export interface TableSchema extends StructType {
  readonly 'schema-id': number;
}

/** A column that the open table does not have. */
export interface OmittedColumn {
  readonly table: string;
  readonly column: string;
  readonly reason: string;
}

export interface SchemaOfTable {
  readonly fields: readonly SchemaField[];
  readonly lastColumnId: number;
  readonly omitted: readonly OmittedColumn[];
}

/**
 * The stored columns of a table as fields. A column keeps the id that it had in any earlier schema: values are found in the
 * files by name, so a name must always have the same id. `unfit` are columns with values that their Iceberg type does not
 * have.
 */
export function schemaFieldsOf(
  table: CatalogTable,
  earlier: readonly StructType[],
  lastId: number,
  unfit: ReadonlySet<string> = new Set(),
): SchemaOfTable {
  const ids = new FieldIds(earlier, lastId);
  const omitted: OmittedColumn[] = [];
  const omit = (column: string, reason: string) => {
    omitted.push({ table: tableId(table), column, reason });
    return [];
  };
  const fields = storedColumns(table).flatMap((column): SchemaField[] => {
    const { name, description } = column;
    if (unfit.has(name)) return omit(name, 'it has values from 2^63 on, and Iceberg no type for them');
    if (!isMapped(column.type)) return omit(name, `Iceberg has no type for ${column.type}`);
    const id = ids.of([name]);
    return [{ id, name, required: false, type: fieldType(column.type, [name], ids), doc: description }];
  });
  return { fields, lastColumnId: ids.last, omitted };
}

/** The Iceberg type of a column of one value; undefined for lists, and for types that Iceberg does not have. */
export function primitiveType(type: string): string | undefined {
  const read = readColumnType(type);
  return read === undefined || read.name === 'LIST' ? undefined : scalarType(read);
}

/** Names by which readers find the fields in Parquet files, which have no field ids. */
export function nameMapping(fields: readonly SchemaField[]): object[] {
  return fields.map(({ id, name, type }) => ({
    'field-id': id,
    names: [name],
    ...nestedMapping(type),
  }));
}

function nestedMapping(type: FieldType): { fields?: object[] } {
  if (typeof type === 'string') return {};
  if (type.type === 'struct') return { fields: nameMapping(type.fields) };
  return { fields: [{ 'field-id': type['element-id'], names: ['element'], ...nestedMapping(type.element) }] };
}

const structList = /^STRUCT\((.*)\)\[\]$/;

function isMapped(type: string): boolean {
  const struct = structList.exec(type)?.[1];
  if (struct !== undefined)
    return structFields(struct).every((field) => primitiveType(field.type) !== undefined);
  return readColumnType(type) !== undefined;
}

function fieldType(type: string, path: readonly string[], ids: FieldIds): FieldType {
  const element = [...path, 'element'];
  const list = (of: (id: number) => FieldType): ListType => {
    const id = ids.of(element);
    return { type: 'list', 'element-id': id, element: of(id), 'element-required': false };
  };
  const struct = structList.exec(type)?.[1];
  if (struct !== undefined) {
    return list(() => ({
      type: 'struct',
      fields: structFields(struct).map((field) => ({
        id: ids.of([...element, field.name]),
        name: field.name,
        required: false,
        type: primitiveType(field.type) ?? 'string',
      })),
    }));
  }
  const read = readColumnType(type);
  if (read?.name === 'LIST') return list(() => scalarType(read.element));
  return primitiveType(type) ?? 'string';
}

/** `"a" VARCHAR, b BIGINT`: names of letters, digits and underscores, types of one word. */
function structFields(text: string): { name: string; type: string }[] {
  return text.split(', ').map((field) => {
    const [, name = '', type = ''] = /^"?(\w+)"? (.+)$/.exec(field) ?? [];
    return { name, type };
  });
}

function scalarType(type: ScalarType): string {
  switch (type.name) {
    case 'BOOLEAN':
      return 'boolean';
    case 'SMALLINT':
    case 'INTEGER':
      return 'int';
    case 'BIGINT':
    case 'UBIGINT':
      return 'long';
    case 'DOUBLE':
      return 'double';
    case 'DATE':
      return 'date';
    case 'TIMESTAMP':
      return 'timestamp';
    case 'TIMESTAMP WITH TIME ZONE':
      return 'timestamptz';
    case 'VARCHAR':
      return 'string';
    case 'DECIMAL':
      return `decimal(${type.precision}, ${type.scale})`;
  }
}

/** Ids by path: those of earlier schemas, and new ones for the others. */
class FieldIds {
  last: number;
  readonly #ids = new Map<string, number>();

  constructor(earlier: readonly StructType[], last: number) {
    this.last = last;
    for (const schema of earlier) this.#note(schema, []);
  }

  of(path: readonly string[]): number {
    const key = path.join('.');
    const id = this.#ids.get(key) ?? ++this.last;
    this.#ids.set(key, id);
    return id;
  }

  #note(type: FieldType, path: readonly string[]): void {
    if (typeof type === 'string') return;
    if (type.type === 'list') {
      this.#ids.set([...path, 'element'].join('.'), type['element-id']);
      this.#note(type.element, [...path, 'element']);
      return;
    }
    for (const field of type.fields) {
      this.#ids.set([...path, field.name].join('.'), field.id);
      this.#note(field.type, [...path, field.name]);
    }
  }
}
