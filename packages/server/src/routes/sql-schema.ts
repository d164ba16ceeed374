import { envelope, sqlSchema } from '@sdq/contract';
import type { Schema } from '@sdq/core';
import type { App } from '../app.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/{platform}/sql/schema`: tables, columns, row counts, examples. Free, without a key. */
export function sqlSchemaRoutes(app: App, { engine, platforms }: Services): void {
  for (const { platform, name, examples } of platforms) {
    app.get(
      `/api/${platform}/sql/schema`,
      {
        schema: {
          operationId: `get_${platform}_sql_schema`,
          tags: [platform],
          summary: `Get the SQL tables and columns of the ${name.toLowerCase()}`,
          response: { 200: envelope(sqlSchema) },
        },
        config: {
          docs: { example: {}, ...(examples && { file: new URL('sql-schema.json', examples) }) },
        },
      },
      async (_request, reply) => sendEnvelope(reply, onWire(await engine.schema(platform))),
    );
  }
}

/** The schema with field names in snake_case, as in the HTTP response. */
function onWire({ platform, snapshotId, tables }: Schema) {
  return {
    platform,
    snapshot_id: snapshotId,
    tables: tables.map(({ name, description, rowCount, stored, columns, examples }) => ({
      name,
      description,
      row_count: rowCount,
      files: stored?.files ?? null,
      bytes: stored?.bytes ?? null,
      month_first: stored?.monthFirst ?? null,
      month_last: stored?.monthLast ?? null,
      columns,
      examples,
    })),
  };
}
