import { AppError } from '@sdq/contract';
import { type CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';

const connectionsMax = 10;
/** How long a caller waits for a free connection, or the server for a lock, in milliseconds. */
const waitTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;

/** Parses an integer; one beyond the safe integers is a programming error. */
function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the safe integers`);
  return value;
}

const { INT8, NUMERIC } = pg.types.builtins;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') =>
    oid === INT8 || oid === NUMERIC
      ? readInteger
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Kysely over a PostgreSQL server; broken connections are replaced. */
export function createPostgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: waitTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: waitTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: 'sdq',
    types,
  });
  // A broken connection reports twice: its query fails, and it emits `error`. Without a listener the event would end
  // the process; the pool drops the connection, and the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new TranslatingDialect({ pool });
}

class TranslatingDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new TranslatingDriver(this.#config);
  }
}

/** Distinguishes failures of the environment from errors of statements. */
class TranslatingDriver extends PostgresDriver {
  readonly #translated = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options).catch((error: unknown) => {
      throw toAppError(error);
    });
    if (!this.#translated.has(connection)) {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query: CompiledQuery, ...rest) =>
        execute(query, ...rest).catch((error: unknown) => {
          throw toAppError(error);
        }) as never;
      this.#translated.add(connection);
    }
    return connection;
  }
}

/** SQLSTATE classes and codes for failures of the environment. */
const environmentStates = /^(08|53|57P|58|25006|25P03|40001|40P01|55P03|57014)/;

function toAppError(error: unknown): unknown {
  const { code } = error as { code?: string };
  const isEnvironment =
    code === undefined
      ? error instanceof Error && /connection|timeout|terminated/i.test(error.message)
      : environmentStates.test(code) || /^E[A-Z]+$/.test(code);
  if (!isEnvironment) return error;
  return new AppError('service_unavailable', 'The account database is temporarily unreachable', {
    cause: error,
    retryAfterSeconds: 1,
  });
}
