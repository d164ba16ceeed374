import type { Kysely } from 'kysely';
import { orderedId } from '../store/ordered-id.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Who changes something. */
export interface Actor {
  /** `command line ada@host`, `admin key key_…`, `account key key_…`, `data key key_…`, `session sess_…`, `public` (sign-up) or `service`. */
  name: string;
  /** The IP address of the caller; null for the command line and the service itself. */
  address: string | null;
}

/** A change of the state of accounts, keys or the service. */
export interface AuditEntry {
  entryId: string;
  at: Date;
  actor: string;
  address: string | null;
  /** For example `key.create`. */
  action: string;
  accountId: string | null;
  /** The ID of the changed key, webhook or query; null when the account itself was changed. */
  subject: string | null;
  /** What was changed. It never contains secrets. */
  details: Readonly<Record<string, unknown>>;
}

export interface AuditWindow {
  accountId?: string | undefined;
  /** Entries older than this one. */
  before?: string | undefined;
  /** Default 100, at most 1,000. */
  limit?: number | undefined;
}

export type Change = Pick<AuditEntry, 'action' | 'details'> &
  Partial<Pick<AuditEntry, 'accountId' | 'subject'>>;

/** How long entries are retained: two years. */
const retainedMs = 730 * 86_400_000;
const limitDefault = 100;
const limitMax = 1_000;

/** The audit log: written in the transaction of each change, so that neither is there without the other. */
export class AuditLog {
  readonly #actor: () => Actor;
  readonly #now: () => number;

  constructor(actor: () => Actor, now: () => number) {
    this.#actor = actor;
    this.#now = now;
  }

  async add(
    transaction: Kysely<StoreSchema>,
    { action, accountId = null, subject = null, details }: Change,
  ): Promise<void> {
    const { name, address } = this.#actor();
    await transaction
      .insertInto('audit_log')
      .values({
        entry_id: orderedId('aud', this.#now()),
        created_at: this.#now(),
        actor: name,
        address,
        action,
        account_id: accountId,
        subject,
        details: JSON.stringify(details),
      })
      .execute();
  }
}

/** Newest first. */
export async function listAudit({ db }: Store, window: AuditWindow): Promise<AuditEntry[]> {
  const { accountId, before, limit = limitDefault } = window;
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(before !== undefined, (query) => query.where('entry_id', '<', before ?? ''))
    .orderBy('entry_id', 'desc')
    .limit(Math.min(limit, limitMax))
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    at: new Date(row.created_at),
    actor: row.actor,
    address: row.address,
    action: row.action,
    accountId: row.account_id,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
  }));
}

export async function dropOldAudit({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('audit_log')
    .where('created_at', '<', now - retainedMs)
    .execute();
}
