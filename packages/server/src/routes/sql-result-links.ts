import type { PlatformDefinition } from '@sdq/catalog/define';
import {
  AppError,
  envelope,
  errorEnvelope,
  httpValidationError,
  type ResultFormat,
  resultFormats,
  resultLink,
  resultLinkRequest,
} from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { ExampleValues, Sample } from '../openapi/operation-docs.ts';
import { takeLinkRate } from '../operations/rate-limits.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { sendFile } from '../response/send-file.ts';
import type { Services } from '../services.ts';
import { heldByParameter } from '../siblings/held-by.ts';
import { holderOf } from '../siblings/instance.ts';
import { expired } from '../sql/retained-results.ts';
import { endedResult } from '../sql/statements.ts';

const formats = Object.keys(resultFormats) as ResultFormat[];
const params = z.object({ statement_id: z.string() });
const linkQuery = z.object({ expires: z.coerce.number().int(), signature: z.string().max(100) });
type LinkQuery = z.infer<typeof linkQuery>;

/** `POST …/statements/{statement_id}/links`, once for each platform, and `GET /api/results/{file}`, which its links name. */
export function resultLinkRoutes(app: App, services: Services): void {
  for (const definition of services.platforms) addLinkRoute(app, services, definition);
  addFileRoute(app, services);
}

function addLinkRoute(app: App, services: Services, definition: PlatformDefinition): void {
  const { platform, name, examples, sql: availability } = definition;
  app.post(
    `/api/${platform}/sql/statements/:statement_id/links`,
    {
      schema: {
        operationId: `create_${platform}_sql_result_link`,
        tags: [platform],
        summary: `Create a link to the result of an SQL statement on the ${name.toLowerCase()}`,
        description:
          'Returns a signed URL under which programs that cannot send headers read the result of a statement as a file: spreadsheets, pandas, `read_parquet`. Free of charge.',
        security: [{ HTTPBearer: [] }],
        params,
        body: resultLinkRequest,
        response: { 200: envelope(resultLink), '4xx': errorEnvelope, 422: httpValidationError },
      },
      config: {
        access: 'data',
        platform,
        heldBy: heldByParameter('statement_id'),
        docs: {
          errors: ['not_found', 'result_expired', 'result_withdrawn', 'statement_running'],
          example:
            availability === 'available'
              ? { of: (sample) => endedStatement(sample, definition, { format: 'parquet', expires_in: 600 }) }
              : {
                  status: 404,
                  of: () => ({
                    path: { statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH' },
                    body: { format: 'csv' },
                  }),
                },
          ...(examples && { file: new URL('sql-result-link.json', examples) }),
        },
      },
    },
    async (request, reply) => {
      const { statements, links } = services.sql;
      const { statement_id: id } = request.params;
      const statement = statements.find(id, principalOf(request).keyId, platform);
      endedResult(statement);
      const { format, expires_in: seconds, csv_safe: csvSafe } = request.body;
      const endsAt = statement.expiresAt ?? 0;
      const asked = seconds == null ? endsAt : Date.now() + seconds * 1_000;
      const expires = Math.floor(Math.min(asked, endsAt) / 1_000);
      const url = services.baseUrl() + links.sign({ id, format, csvSafe, expires });
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, {
        url,
        statement_id: id,
        format,
        content_type: resultFormats[format],
        expires_at: new Date(expires * 1_000).toISOString(),
      });
    },
  );
}

function addFileRoute(app: App, { accounts, limits, sql }: Services): void {
  app.get(
    '/api/results/:file',
    {
      schema: {
        operationId: 'get_result_file',
        tags: ['service'],
        summary: 'Download the result of a statement by a signed link',
        params: z.object({
          file: z.string().max(200).meta({ description: '`{statement_id}.{format}`, as in the link.' }),
        }),
        querystring: linkQuery,
      },
      config: {
        // only a link that is valid is worth a sibling's work
        heldBy: ({ params: path, query }) => {
          const found = linkOf(sql, (path as { file: string }).file, query as LinkQuery);
          return found === undefined || found.isExpired ? undefined : holderOf(found.link.id);
        },
        docs: {
          errors: [
            'not_found',
            'result_expired',
            'result_withdrawn',
            'result_too_large',
            'range_not_satisfiable',
          ],
          example: { of: signedLink },
        },
      },
    },
    async (request, reply) => {
      const found = linkOf(sql, request.params.file, request.query);
      if (found === undefined) {
        throw new AppError('not_found', 'The link to the result is invalid', {
          hint: 'A link is valid only as it was created, unchanged',
        });
      }
      const { id, format, csvSafe } = found.link;
      reply.headers({ 'cache-control': 'private, no-cache', vary: 'Range' });
      if (found.isExpired) throw expired();
      const statement = sql.statements.known(id);
      if (statement === undefined) throw expired();
      if (!(await accounts.authenticateKey(statement.keyId)).ok) throw expired(); // a link ends with its key
      await takeLinkRate(accounts, limits, statement.keyId, reply);
      const file = await endedResult(statement).encoded(format, { csvSafe });
      reply.header('content-disposition', `attachment; filename="${id}.${format}"`);
      const sent = await sendFile(reply, { ...file, type: resultFormats[format] });
      if (sent === undefined) throw expired();
      return sent;
    },
  );
}

/** The link that a path and its query are; undefined when they are none. */
function linkOf({ links }: Pick<Services['sql'], 'links'>, file: string, query: LinkQuery) {
  const [, id = '', extension = ''] = /^(\w{1,100})\.([a-z]{3,8})$/.exec(file) ?? [];
  const format = formats.find((each) => each === extension);
  return format && links.read({ id, format, ...query });
}

async function endedStatement(
  { post }: Sample,
  { platform, sqlExample }: PlatformDefinition,
  body: object,
): Promise<ExampleValues> {
  const asked = { ...sqlExample, wait_timeout_ms: 10_000 };
  const { statement_id } = await post(`/api/${platform}/sql`, asked, 'data');
  return { path: { statement_id: String(statement_id) }, body };
}

/** A link to a small result. */
async function signedLink({ post }: Sample): Promise<ExampleValues> {
  const body = { query: 'SELECT count(*) AS videos FROM videos', wait_timeout_ms: 10_000 };
  const { statement_id: id } = await post('/api/shortvideo/sql', body, 'data');
  const { url } = await post(`/api/shortvideo/sql/statements/${id}/links`, { format: 'json' }, 'data');
  const { pathname, searchParams } = new URL(String(url));
  return { path: { file: pathname.split('/').at(-1) ?? '' }, query: Object.fromEntries(searchParams) };
}
