import { type ReadValue, readWith } from '@sdq/contract';

/** The accepted URLs of a record: exact hosts, and paths that contain its ID. URLs are never requested. */
export interface AddressForm {
  description: string;
  hosts: readonly string[];
  /** The first group is the ID. */
  paths: readonly RegExp[];
  id: RegExp;
  /** The expected form, for the validation error. */
  expected: string;
}

const lengthMax = 2_000;
/** URLs that the URL parser would have to correct are refused. */
const plainAddress = /^(?:https?:\/\/)?[a-z0-9.-]+\//i;

/** The ID of a record, or the URL of its page, from which the ID is parsed. */
export function idOrAddress(form: AddressForm) {
  return readWith((value) => readIdOrAddress(form, value)).meta({
    type: 'string',
    description: form.description,
  });
}

function readIdOrAddress(form: AddressForm, value: unknown): ReadValue<string> {
  if (typeof value !== 'string') return { issue: { code: 'invalid_type', expected: 'string' } };
  const given = value.trim();
  if (form.id.test(given)) return { value: given };
  const id = given.length <= lengthMax ? idOfAddress(form, given) : undefined;
  if (id !== undefined) return { value: id };
  return { issue: { code: 'custom', message: `expected ${form.expected}` } };
}

/**
 * Parses the ID from a URL. Hosts are compared after normalisation by the URL parser, so that another spelling of a
 * foreign host cannot match; user names, ports and other schemes are refused, a missing scheme is accepted.
 */
function idOfAddress({ hosts, paths, id }: AddressForm, text: string): string | undefined {
  if (!plainAddress.test(text) || /[\\\s@]/.test(text) || /%(?:2f|5c|00)/i.test(text)) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || !hosts.includes(url.hostname)) {
    return undefined;
  }
  for (const path of paths) {
    const found = path.exec(url.pathname)?.[1];
    if (found !== undefined && id.test(found)) return found;
  }
  return undefined;
}
