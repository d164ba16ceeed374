import type { Catalog } from '@sdq/catalog';
import type { BackendSnapshot } from '../backend/execution-backend.ts';
import type { DescribedOverload } from '../gate/parse/serializer.ts';
import { CommonValues } from './common-values.ts';
import type { CommonValuesOfTables, QueryOptions, QueryResult, Schema } from './engine.ts';
import { languageOf, type SqlLanguage } from './sql-language.ts';

interface SchemaSources {
  readonly catalog: Catalog;
  readonly parser: { functions(): Promise<readonly DescribedOverload[]> };
}

/** Describes what can be asked: the tables of a platform, the functions and words of the language, common values. */
export class SchemaReader {
  readonly #sources: SchemaSources;
  readonly #commonValues: CommonValues;
  #language: SqlLanguage | undefined;

  constructor(sources: SchemaSources, query: (sql: string, options: QueryOptions) => Promise<QueryResult>) {
    this.#sources = sources;
    this.#commonValues = new CommonValues(query);
  }

  schema(platform: string, snapshot: Pick<BackendSnapshot, 'id' | 'rowCount' | 'stored'>): Schema {
    return {
      platform,
      snapshotId: snapshot.id,
      tables: this.#sources.catalog.tablesOf(platform).map((table) => ({
        name: table.name,
        description: table.description,
        rowCount: snapshot.rowCount(table),
        stored: snapshot.stored?.(table) ?? null,
        key: table.key,
        references: table.references ?? [],
        columns: table.columns.map(({ name, type, nullable, description }) => ({
          name,
          type,
          nullable,
          description,
        })),
        examples: table.examples,
      })),
    };
  }

  async language(): Promise<SqlLanguage> {
    this.#language ??= languageOf(await this.#sources.parser.functions());
    return this.#language;
  }

  async commonValues(platform: string, snapshotId: string): Promise<CommonValuesOfTables> {
    return await this.#commonValues.of(platform, this.#sources.catalog.tablesOf(platform), snapshotId);
  }
}
