import { z } from 'zod';
import { booleanOrFault } from './lax-values.ts';
import { readWith } from './read-value.ts';

const nameLengthMax = 100;

/** `data` of `GET /api/users/me`. */
export const currentUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  settings: z.object({
    emailNotifications: z.boolean(),
    usageAlerts: z.boolean(),
    alertThreshold: z.number().nullable(),
  }),
  plan: z.string(),
  balance: z.string(),
  spend_limit: z.string().nullable(),
  created_at: z.string(),
});

/** US dollars as a number or numeric text; at most a billion, so that the number of units is exact. */
const thresholdMax = 1_000_000_000;
const threshold = readWith<number | null>((value) => {
  if (value === null) return { value };
  const number = typeof value === 'string' ? readNumber(value) : value;
  if (typeof number !== 'number') return { issue: { code: 'invalid_type', expected: 'float' } };
  if (!Number.isFinite(number)) {
    return { issue: { code: 'invalid_type', expected: 'float', received: 'Infinity' } };
  }
  const bound = { origin: 'number', inclusive: true };
  if (number < 0) return { issue: { code: 'too_small', minimum: 0, ...bound } };
  if (number > thresholdMax) return { issue: { code: 'too_big', maximum: thresholdMax, ...bound } };
  return { value: number };
});

/** Parses numeric text: surrounding blanks, `_` between digits and an exponent are accepted; undefined for other text. */
function readNumber(text: string): number | undefined {
  const plain = text.trim();
  if (/^[+-]?(?:inf|infinity|nan)$/i.test(plain)) return Number.NaN;
  if (/^_|_$|__/.test(plain)) return undefined;
  const digits = plain.replaceAll('_', '');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined;
}

const settingsChanges = z.object({
  emailNotifications: booleanOrFault('Whether notifications are sent by e-mail.').optional(),
  usageAlerts: booleanOrFault(
    'Whether to notify when the cost of a period reaches `alertThreshold`.',
  ).optional(),
  alertThreshold: threshold.optional().meta({
    type: ['number', 'null'],
    minimum: 0,
    maximum: thresholdMax,
    description: 'Cost of a period in US dollars that triggers a notification; null for none.',
  }),
});

const userChanges = z.object({
  name: z.string().trim().min(1).max(nameLengthMax).optional().meta({ description: 'Display name.' }),
  settings: anyObject(settingsChanges).optional(),
});

/** The body of `PATCH /api/users/me`: omitted fields are left unchanged, and unknown fields are ignored. */
export const updateUserRequest = anyObject(userChanges);

/** Accepts any object and reads `changes` from it; the OpenAPI document shows the properties of `changes`. */
function anyObject<Changes extends z.ZodType<unknown, Record<string, unknown>>>(changes: Changes) {
  const { properties } = z.toJSONSchema(changes, { io: 'input', unrepresentable: 'any' });
  return z.record(z.string(), z.unknown()).pipe(changes).meta({ properties });
}
