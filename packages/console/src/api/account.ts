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

export const rotateKey = (id: string): Promise<ApiKey> =>
  ask<ApiKey>(`/api/users/me/api-keys/${id}/rotate`, 'account', { json: {} });

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
