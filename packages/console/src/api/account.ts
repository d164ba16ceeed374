import { ask } from './call.ts';
import type { ApiKey, Balance, Platform, UsageDay, UsageRecord, User } from './types.ts';

export const currentUser = (): Promise<User> => ask<User>('/api/users/me', 'account');

export const balance = (): Promise<Balance> => ask<Balance>('/api/users/me/balance', 'account');

export const platforms = async (): Promise<Platform[]> =>
  (await ask<{ platforms: Platform[] }>('/api/platforms', 'public')).platforms;

export interface Price {
  endpoint: string;
  per: string;
  price: string;
  addons: Record<string, string>;
}

export const prices = (): Promise<{ version: string; endpoints: Price[] }> => ask('/api/pricing', 'public');

export const listKeys = async (): Promise<ApiKey[]> =>
  (await ask<{ keys: ApiKey[] }>('/api/users/me/api-keys', 'account')).keys;

export interface NewKey {
  name: string;
  permissions?: string[];
  spend_limit?: string;
  expires_at?: string;
}

export const createKey = (key: NewKey): Promise<ApiKey> =>
  ask<ApiKey>('/api/users/me/api-keys', 'account', { json: key });

/** The key that it replaces stays valid for the overlap. */
export const rotateKey = (id: string, overlapSeconds: number): Promise<ApiKey> =>
  ask<ApiKey>(`/api/users/me/api-keys/${id}/rotate`, 'account', {
    json: { overlap_seconds: overlapSeconds },
  });

export interface Notification {
  notification_id: string;
  message: string;
  created_at: string;
}

export const listNotifications = async (): Promise<Notification[]> =>
  (await ask<{ notifications: Notification[] }>('/api/users/me/notifications', 'account')).notifications;

export interface Webhook {
  webhook_id: string;
  url: string;
}

export const listWebhooks = async (): Promise<Webhook[]> =>
  (await ask<{ webhooks: Webhook[] }>('/api/users/me/webhooks', 'account')).webhooks;

export const addWebhook = (url: string): Promise<Webhook & { secret: string }> =>
  ask('/api/users/me/webhooks', 'account', { json: { url } });

export const deleteWebhook = (id: string): Promise<unknown> =>
  ask(`/api/users/me/webhooks/${id}`, 'account', { method: 'DELETE' });

/** Sets the cost of a period in dollars that is told; null for none. */
export const setAlert = (dollars: number | null): Promise<User> =>
  ask('/api/users/me', 'account', { method: 'PATCH', json: { settings: { alertThreshold: dollars } } });

export const revokeKey = (id: string): Promise<unknown> =>
  ask(`/api/users/me/api-keys/${id}`, 'account', { method: 'DELETE' });

export const dailyUsage = (): Promise<{
  days: UsageDay[];
  total_cost: string;
  total_requests: number;
  total_records: number;
}> => ask('/api/users/me/usage/daily', 'account');

export interface UsagePage {
  records: UsageRecord[];
  has_more: boolean;
  cursor: string | null;
}

export const usagePage = (filters: Record<string, string>): Promise<UsagePage> =>
  ask<UsagePage>(`/api/users/me/usage?${new URLSearchParams(filters)}`, 'account');
