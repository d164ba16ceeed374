import { integer, integerWithDefault } from '@sdq/contract';
import { z } from 'zod';

/** Query parameters that several data endpoints share. */

export const textLengthMax = 500;

/** A text that must be there; an empty one is taken, and nothing is known under it. */
export function text(description: string) {
  return z.string().max(textLengthMax).meta({ description });
}

/** What no id and no username holds: separators of paths, in any script, and control characters. */
const pathLetters = /[/\\\p{Cc}\u2044\u2215\u29f8\uff0f\uff3c]|^\.\.?$/u;

/** An id or a username. */
export function id(description: string) {
  return text(description).refine((value) => !pathLetters.test(value), { error: 'this cannot be an id' });
}

/** A name that people write with a sign in front of it, which is left out: `#` of a hashtag, `@` of an account. */
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
  .meta({ description: 'Of the former page, as it was returned; none for the first page.' });

/** A count with a default. */
export function count(fallback: number, ge: number, le: number, what: string) {
  return integerWithDefault({
    description: `How many ${what} to return at most.`,
    ge,
    le,
    default: fallback,
  });
}

/** Comments of all platforms. */
export const commentCount = count(20, 10, 100, 'comments');

export const addonKinds = ['transcripts', 'video_files', 'comments'] as const;

export type AddonKind = (typeof addonKinds)[number];

/** What to deliver beside the records: a comma list; repeating the parameter is the same. */
export const addons = z
  .string()
  .transform((value, context) => {
    const kinds = value
      .split(',')
      .map((kind) => kind.trim())
      .filter((kind) => kind !== '');
    for (const [at, input] of kinds.entries()) {
      if ((addonKinds as readonly string[]).includes(input)) continue;
      // `part`: the word stands nowhere in the request by itself
      context.addIssue({ code: 'invalid_value', values: [...addonKinds], path: [at], input, part: input });
    }
    return [...new Set(kinds)] as AddonKind[];
  })
  .optional()
  .meta({
    type: 'string',
    description:
      'Comma list of `transcripts`, `video_files` and `comments`; each is billed per record that has it.',
  });

/** The greatest count of endpoints with add-ons, without and with them. */
export const countMax = { plain: 500, withAddons: 100 } as const;

/** A count of an endpoint that gives no default. */
export function countRequired(what: string) {
  return integer({
    description: `How many ${what} to return at most; ${countBound}`,
    ge: 1,
    le: countMax.plain,
  });
}

/** A count with a default, of an endpoint with add-ons. */
export function countWithAddons(fallback: number, ge: number, what: string) {
  return integerWithDefault({
    description: `How many ${what} to return at most; ${countBound}`,
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

/** The parameters of an endpoint: what no single one of them tells. */
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
    context.addIssue({ code: 'custom', message: `provide either ${needsOneOf.join(' or ')}` });
  });
}
