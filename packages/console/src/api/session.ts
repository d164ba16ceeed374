import { ask } from './call.ts';

/** The session of this browser; its secret is in a cookie that no script reads. */
export interface Session {
  access: 'account' | 'data';
  key_name: string;
  /** Most that it can spend in a calendar month, as `$10.0000`. */
  spend_limit: string | null;
  expires_at: string;
}

/** Signs this browser in with an API key, or with the one-time token of an address. @throws ApiError. */
export const openSession = (proof: { key: string } | { token: string }): Promise<Session> =>
  ask<Session>('/api/session', 'public', { json: proof });

export const endSession = (): Promise<unknown> => ask('/api/session', 'public', { method: 'DELETE' });
