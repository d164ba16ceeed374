import { sqlLimits } from '@sdq/contract';
import { holds, sessionSettings } from '@sdq/core';
import { pgLimits } from '../pg-limits.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';

const minMessages = ['debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'log', 'notice', 'warning', 'error'];

interface Setting {
  readonly name: string;
  readonly initial: string;
  /** The value as it is kept. Throws for one that is not accepted. */
  read(value: string): string;
}

function refuse(name: string, value: string, hint: string): never {
  throw new ProtocolError('22023', `Invalid value for ${name}: ${JSON.stringify(value.slice(0, 60))}`, {
    hint,
  });
}

function timeout(name: string): Setting {
  const hint = `Write milliseconds or seconds up to ${sqlLimits.timeoutMs / 1_000} s, such as 5000 or '5s'; 0 for the default`;
  return {
    name,
    initial: String(sqlLimits.timeoutMs),
    read(value) {
      const [, amount, unit] = /^(\d{1,9})\s*(ms|s|min)?$/.exec(value.trim()) ?? [];
      if (amount === undefined) return refuse(name, value, hint);
      const ms = Number(amount) * ({ s: 1_000, min: 60_000 }[unit ?? ''] ?? 1);
      if (ms === 0) return String(sqlLimits.timeoutMs);
      // a program that allows more time than there is gets all of it
      return String(Math.min(ms, sqlLimits.timeoutMs));
    },
  };
}

const asIs = (name: string, initial: string): Setting => ({
  name,
  initial,
  read: (value) => value.slice(0, 1_000),
});

/** Settings that a session can change, by their names in lower case. */
const own: ReadonlyMap<string, Setting> = new Map(
  [
    {
      name: 'sdq.limit',
      initial: String(pgLimits.rowsDefault),
      read(value: string) {
        const rows = /^\d{1,9}$/.test(value.trim()) ? Number(value) : 0;
        const hint = `Write a number of rows, 1 to ${sqlLimits.streamRowsMax}`;
        return rows >= 1 && rows <= sqlLimits.streamRowsMax ? String(rows) : refuse('sdq.limit', value, hint);
      },
    },
    {
      name: 'sdq.max_cost',
      initial: '',
      read(value: string) {
        const plain = value.trim();
        const isDollars = plain === '' || /^\$?\d{1,9}(?:\.\d{1,4})?$/.test(plain);
        return isDollars
          ? plain
          : refuse('sdq.max_cost', value, "Write US dollars, such as '$0.05'; '' for no limit");
      },
    },
    timeout('sdq.timeout'),
    timeout('statement_timeout'),
    {
      name: 'client_min_messages',
      initial: 'notice',
      read(value: string) {
        const level = value.trim().toLowerCase();
        return minMessages.includes(level)
          ? level
          : refuse('client_min_messages', value, minMessages.join(', '));
      },
    },
    asIs('application_name', ''),
    // what tools set, and what changes no answer here
    ...['lock_timeout', 'idle_in_transaction_session_timeout', 'work_mem', 'synchronous_commit'].map((name) =>
      asIs(name, '0'),
    ),
  ].map((setting) => [setting.name, setting]),
);

/** Settings that a client is told of at its start, and when they change. */
const reported: readonly string[] = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'default_transaction_read_only',
  'integer_datetimes',
  'IntervalStyle',
  'is_superuser',
  'server_encoding',
  'server_version',
  'session_authorization',
  'standard_conforming_strings',
  'TimeZone',
];

/** The settings of a session. */
export class SessionSettings {
  #values = new Map<string, string>();
  readonly #initial = new Map<string, string>();
  /** What is put back when the transaction fails, and when it ends. */
  #before: Map<string, string> | undefined;
  #local: Map<string, string | undefined> = new Map();
  /** What the last statement cost, and its request. */
  last = { cost: '', requestId: '' };

  get rowsMax(): number {
    return Number(this.#value('sdq.limit'));
  }

  get timeoutMs(): number {
    return Math.min(Number(this.#value('sdq.timeout')), Number(this.#value('statement_timeout')));
  }

  get maxCost(): string | null {
    return this.#value('sdq.max_cost') || null;
  }

  /** Whether messages of a severity are sent. */
  shows(severity: 'DEBUG' | 'NOTICE' | 'WARNING'): boolean {
    const level = { DEBUG: 'debug1', NOTICE: 'notice', WARNING: 'warning' }[severity];
    return minMessages.indexOf(level) >= minMessages.indexOf(this.#value('client_min_messages'));
  }

  /**
   * Sets a value, or the initial one for null. What would change an answer and cannot be honoured is refused.
   * Errors: ProtocolError.
   */
  set(given: string, value: string | null, { isLocal = false } = {}): void {
    const name = given.toLowerCase();
    const setting = own.get(name);
    if (setting === undefined) {
      if (value !== null && !holds(name, value)) throw notSet(name, value);
      return;
    }
    const read = value === null ? this.#initial.get(name) : setting.read(value);
    if (isLocal && !this.#local.has(name)) this.#local.set(name, this.#values.get(name));
    if (!isLocal) this.#local.delete(name);
    if (read === undefined) this.#values.delete(name);
    else this.#values.set(name, read);
  }

  /** Sets a value for the whole session: what RESET goes back to. */
  begin(name: string, value: string): void {
    this.set(name, value);
    const kept = this.#values.get(name.toLowerCase());
    if (kept !== undefined) this.#initial.set(name.toLowerCase(), kept);
  }

  resetAll(): void {
    this.#values = new Map(this.#initial);
  }

  beginTransaction(): void {
    this.#before = new Map(this.#values);
  }

  endTransaction(isCommitted: boolean): void {
    if (!isCommitted && this.#before !== undefined) this.#values = this.#before;
    else {
      for (const [name, value] of this.#local) {
        if (value === undefined) this.#values.delete(name);
        else this.#values.set(name, value);
      }
    }
    this.#before = undefined;
    this.#local = new Map();
  }

  /** The value that SHOW tells, with the setting's name; undefined for none of that name. */
  show(given: string): { name: string; value: string } | undefined {
    const name = given.toLowerCase();
    if (name === 'sdq.cost') return { name, value: this.last.cost };
    if (name === 'sdq.request_id') return { name, value: this.last.requestId };
    const setting = own.get(name);
    if (setting !== undefined) return { name: setting.name, value: this.#value(name) };
    return sessionSettings.get(name);
  }

  /** Names and values that a client is told. */
  *told(): Generator<[name: string, value: string]> {
    for (const name of reported) yield [name, this.show(name)?.value ?? ''];
  }

  #value(name: string): string {
    return this.#values.get(name) ?? own.get(name)?.initial ?? '';
  }
}

function notSet(name: string, value: string): ProtocolError {
  const known = sessionSettings.get(name);
  if (known === undefined) {
    return new ProtocolError('42704', `There is no setting ${JSON.stringify(name.slice(0, 60))}`, {
      hint: `Those of a session are ${[...own.keys()].join(', ')}`,
    });
  }
  return new ProtocolError(
    '0A000',
    `${known.name} is always ${JSON.stringify(known.value)}, and cannot be ${JSON.stringify(value.slice(0, 60))}`,
    {
      hint:
        known.name === 'TimeZone'
          ? "Convert in the query: create_time AT TIME ZONE 'Asia/Tokyo'"
          : 'Remove the SET: it would change answers',
    },
  );
}

/** What a client asks for at its start. */
export interface Asked {
  readonly name: string;
  readonly value: string;
}

/** The settings of a startup message: its own parameters, and those of `options` (`-c name=value`). */
export function startupSettings(parameters: ReadonlyMap<string, string>): Asked[] {
  const asked: Asked[] = [];
  for (const [name, value] of parameters) {
    if (['user', 'database', 'options', 'replication'].includes(name) || name.startsWith('_pq_.')) continue;
    // some drivers quote the value
    asked.push({ name, value: value.replace(/^'(.*)'$/, '$1') });
  }
  const options = parameters.get('options') ?? '';
  for (const [, name = '', value = ''] of options.matchAll(/(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)) {
    asked.push({ name: name.replaceAll('-', '_'), value: value.replace(/\\(.)/g, '$1') });
  }
  return asked;
}
