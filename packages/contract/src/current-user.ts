import { z } from 'zod';
import { booleanOrFault } from './lax-values.ts';
import { readWith } from './read-value.ts';

const nameLengthMax = 100;
const ignoredMax = 100;

/** `data` of `GET /api/users/me`. */
export const currentUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  settings: z.object({
    emailNotifications: z.boolean(),
    usageAlerts: z.boolean(),
    alertThreshold: z.number().nullable(),
    keepQueryText: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the operator may see the SQL texts of slow queries; default false.' }),
  }),
  plan: z.string(),
  balance: z.string(),
  spend_limit: z.string().nullable(),
  created_at: z.string(),
});

/** `data` of `PATCH /api/users/me`. */
export const updatedUser = currentUser.extend({
  ignored: z.array(z.string()).meta({
    description:
      'Fields of the request that were not applied, such as `email` or `settings.theme`: unknown ones, and those that cannot be changed here.',
  }),
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
  keepQueryText: booleanOrFault('Whether the operator may see the SQL texts of slow queries.').optional(),
  alertThreshold: threshold.optional().meta({
    type: ['number', 'null'],
    minimum: 0,
    maximum: thresholdMax,
    description: 'Cost of a period in US dollars that triggers a notification; null for none.',
  }),
});

const userChanges = z.object({
  name: z.string().trim().min(1).max(nameLengthMax).optional().meta({ description: 'Display name.' }),
  settings: anyObject(settingsChanges, settingsChanges.shape).optional(),
});

/** The body of `PATCH /api/users/me`: omitted fields are left unchanged, and unknown fields are told as `ignored`. */
export const updateUserRequest = anyObject(
  userChanges.extend({ ignored: z.array(z.string()) }),
  userChanges.shape,
  (body) => ({ ...body, ignored: ignoredFields(body) }),
);

/** The fields of a body of `PATCH /api/users/me` that are not applied, in their order, 100 at most. */
function ignoredFields(body: unknown): string[] {
  const unknown = (value: unknown, known: object, before = '') =>
    Object.keys(value ?? {})
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => `${before}${name}`);
  const { settings } = body as { settings?: unknown };
  return [
    ...unknown(body, userChanges.shape),
    ...unknown(settings, settingsChanges.shape, 'settings.'),
  ].slice(0, ignoredMax);
}

/** Accepts any object and reads `changes` of what is made of it; the OpenAPI document shows the properties of `shown`. */
function anyObject<Changes extends z.ZodType<unknown, Record<string, unknown>>>(
  changes: Changes,
  shown: z.ZodRawShape,
  prepare: (body: Record<string, unknown>) => Record<string, unknown> = (body) => body,
) {
  const { properties } = z.toJSONSchema(z.object(shown), { io: 'input', unrepresentable: 'any' });
  return z.record(z.string(), z.unknown()).transform(prepare).pipe(changes).meta({ properties });
}
