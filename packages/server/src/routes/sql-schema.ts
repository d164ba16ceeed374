import { createHash } from 'node:crypto';
import { envelope, sqlSchema } from '@sdq/contract';
import type { CommonValuesOfTables, Engine, Schema, SqlLanguage } from '@sdq/core';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';
import { matchesTag } from '../sql/entity-tag.ts';

/** `GET /api/{platform}/sql/schema`: what can be asked. Free, without a key; 304 while nothing has changed. */
export function sqlSchemaRoutes(app: App, { engine, platforms }: Services): void {
  for (const { platform, name, examples } of platforms) {
    const newest = newestSchema(engine, platform);
    app.get(
      `/api/${platform}/sql/schema`,
      {
        schema: {
          operationId: `get_${platform}_sql_schema`,
          tags: [platform],
          summary: `Get the SQL tables, columns and functions of the ${name.toLowerCase()}`,
          response: { 200: envelope(sqlSchema) },
        },
        config: {
          docs: { example: {}, ...(examples && { file: new URL('sql-schema.json', examples) }) },
        },
      },
      async (_request, reply) => {
        await sendSchema(await newest(), reply);
        return reply;
      },
    );
  }
}

interface TaggedSchema {
  readonly data: ReturnType<typeof onWire>;
  readonly tag: string;
}

/** Reads the schema, which is computed and hashed once for each snapshot, however often it is asked for. */
function newestSchema(engine: Engine, platform: string): () => Promise<TaggedSchema> {
  let known: (TaggedSchema & { values: CommonValuesOfTables }) | undefined;
  return async () => {
    const [language, values] = await Promise.all([engine.language(), engine.commonValues(platform)]);
    if (known?.values === values && known.data.snapshot_id === engine.snapshotId) return known;
    const data = onWire(await engine.schema(platform), values, language);
    const digest = createHash('sha256').update(JSON.stringify(data)).digest('base64url');
    known = { data, tag: `W/"${digest.slice(0, 27)}"`, values };
    return known;
  };
}

async function sendSchema({ data, tag }: TaggedSchema, reply: FastifyReply): Promise<void> {
  reply.headers({ etag: tag, 'cache-control': 'no-cache' });
  if (matchesTag(reply.request.headers['if-none-match'], tag)) reply.code(304).send();
  else sendEnvelope(reply, data);
}

/** The schema with field names in snake_case, as in the HTTP response. */
function onWire(
  { platform, snapshotId, tables }: Schema,
  values: CommonValuesOfTables,
  { functions, keywords, reserved }: SqlLanguage,
) {
  return {
    platform,
    snapshot_id: snapshotId,
    tables: tables.map(({ name, description, rowCount, stored, key, references, columns, examples }) => ({
      name,
      description,
      row_count: rowCount,
      files: stored?.files ?? null,
      bytes: stored?.bytes ?? null,
      month_first: stored?.monthFirst ?? null,
      month_last: stored?.monthLast ?? null,
      time_last: stored?.timeLast ?? null,
      key,
      joins: references,
      columns: columns.map((column) => ({
        ...column,
        common_values: values.get(name)?.get(column.name) ?? null,
      })),
      examples,
    })),
    functions,
    keywords,
    reserved,
  };
}
