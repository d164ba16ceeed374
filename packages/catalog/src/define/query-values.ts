import { integer, integerWithDefault } from '@sdq/contract';
import { z } from 'zod';

/** Query parameters that several data endpoints share. */

export const textLengthMax = 500;

/** A required text parameter, which may be empty. */
export function text(description: string) {
  return z.string().max(textLengthMax).meta({ description });
}

/** Characters that no ID and no username contains: path separators in any script, and control characters. */
const pathLetters = /[/\\\p{Cc}\u2044\u2215\u29f8\uff0f\uff3c]|^\.\.?$/u;

/** An ID or a username. */
export function id(description: string) {
  return text(description).refine((value) => !pathLetters.test(value), { error: 'this cannot be an id' });
}

/** A name with an optional prefix, which is removed: `#` of a hashtag, `@` of an account. */
export function signedName(description: string) {
  return z
    .string()
    .max(textLengthMax)
    .transform((value) => value.trim().replace(/^[#@]/, ''))
    .refine((value) => !pathLetters.test(value), { error: 'this cannot be a name' })
    .meta({ description });
}

export const cursor = z
  .string()
  .max(8_000)
  .optional()
  .meta({ description: 'Cursor returned with the previous page. Omit for the first page.' });

/** A count with a default. */
export function count(fallback: number, ge: number, le: number, what: string) {
  return integerWithDefault({
    description: `Maximum number of ${what} to return.`,
    ge,
    le,
    default: fallback,
  });
}

/** The number of comments, the same for all platforms. */
export const commentCount = count(20, 10, 100, 'comments');

export const addonKinds = ['transcripts', 'video_files', 'comments'] as const;

export type AddonKind = (typeof addonKinds)[number];

/** The requested add-ons: a comma-separated list, or a repeated parameter. */
export const addons = z
  .string()
  .transform((value, context) => {
    const kinds = value
      .split(',')
      .map((kind) => kind.trim())
      .filter((kind) => kind !== '');
    for (const [at, input] of kinds.entries()) {
      if ((addonKinds as readonly string[]).includes(input)) continue;
      // `part`: one value of a comma-separated parameter
      context.addIssue({ code: 'invalid_value', values: [...addonKinds], path: [at], input, part: input });
    }
    return [...new Set(kinds)] as AddonKind[];
  })
  .optional()
  .meta({
    type: 'string',
    description:
      'Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it.',
  });

/** The maximum `count` without and with add-ons. */
export const countMax = { plain: 500, withAddons: 100 } as const;

/** A required count. */
export function countRequired(what: string) {
  return integer({
    description: `Maximum number of ${what} to return; ${countBound}`,
    ge: 1,
    le: countMax.plain,
  });
}

/** A count with a default, for an endpoint with add-ons. */
export function countWithAddons(fallback: number, ge: number, what: string) {
  return integerWithDefault({
    description: `Maximum number of ${what} to return; ${countBound}`,
    ge,
    le: countMax.plain,
    default: fallback,
  });
}

const countBound = `${countMax.plain}, or ${countMax.withAddons} with add-ons.`;

interface Refined {
  count?: number;
  addons?: readonly string[] | undefined;
}

/** The parameters of an endpoint, with checks that involve several of them. */
export function queryOf<Shape extends z.ZodRawShape>(shape: Shape, needsOneOf: readonly string[] = []) {
  return z.object(shape).superRefine((query, context) => {
    const values = query as Record<string, unknown>;
    const { count: asked = 0, addons: kinds = [] } = query as Refined;
    if (kinds.length > 0 && asked > countMax.withAddons) {
      const bound = {
        code: 'too_big',
        origin: 'number',
        maximum: countMax.withAddons,
        inclusive: true,
      } as const;
      context.addIssue({ ...bound, input: asked, path: ['count'] });
    }
    if (needsOneOf.length === 0 || needsOneOf.some((name) => values[name] !== undefined)) return;
    const [only = '', other] = needsOneOf;
    // what the document does not require is missed as what it requires
    if (other === undefined)
      return context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: [only] });
    const either = needsOneOf.length > 1 ? 'either ' : '';
    context.addIssue({ code: 'custom', message: `provide ${either}${needsOneOf.join(' or ')}` });
  });
}
