import { isObject, type JsonObject } from '../values/json-object.ts';
import { decoded } from '../values/network-post.ts';
import { readLabel, textOf } from '../values/text.ts';

/** The name in the address of a person's page; a value that is not an address is the name itself. */
export function personIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('/')) return value;
  return decoded(/(?:^|\/)(?:in|pub)\/([^/?#]+)/.exec(value)?.[1]);
}

/** The name in the address of a company's page; a value that is not an address is the name itself. */
export function companyIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!value.includes('/')) return value.toLowerCase();
  return decoded(/(?:^|\/)(?:company|school|showcase)\/([^/?#]+)/.exec(value)?.[1])?.toLowerCase();
}

/** The name of the person or company in the address of its page. */
export function authorIn(value: unknown): unknown {
  return personIn(value) ?? companyIn(value);
}

/** `person` or `company`, from an address or from the word of a collector. */
export function authorKindIn(value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'boolean' ? (value ? 'company' : 'person') : undefined;
  if (/(?:^|\/)(?:company|school|showcase)\//.test(value)) return 'company';
  if (/(?:^|\/)in\//.test(value)) return 'person';
  if (/^(?:company|organi[sz]ation|school|page|yes)$/i.test(value)) return 'company';
  return /^(?:person|profile|member|user|no)$/i.test(value) ? 'person' : undefined;
}

/** The full name of which the record has the first part. */
export function fullName(value: unknown, object: JsonObject): unknown {
  const last = object.last_name ?? object.lastName;
  return last === undefined ? value : [value, last].map((part) => readLabel(part) ?? '').join(' ');
}

/** The number of reactions in statistics of schema.org, which has one or several. */
export function likesIn(value: unknown): unknown {
  const list = (Array.isArray(value) ? value : [value]).filter(isObject);
  return list.find(({ interactionType }) => textOf(interactionType).includes('Like'))?.userInteractionCount;
}

/** Whether a value names a page of LinkedIn with one of these words in its path. */
export function isPage(value: unknown, ...words: readonly string[]): boolean {
  if (typeof value !== 'string' || !/^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\//i.test(value))
    return false;
  return words.some((word) => value.includes(`/${word}/`));
}
