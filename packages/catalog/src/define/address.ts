import { type ReadValue, readWith } from '@sdq/contract';

/** Where the address of a record may lead: exact hosts, and paths that carry its id. Nothing is ever connected to. */
export interface AddressForm {
  description: string;
  hosts: readonly string[];
  /** The first group is the id. */
  paths: readonly RegExp[];
  id: RegExp;
  /** What a bad value is told. */
  expected: string;
}

const lengthMax = 2_000;
/** What the URL standard would first have to mend is no address that anybody copied. */
const plainAddress = /^(?:https?:\/\/)?[a-z0-9.-]+\//i;

/** A record's id, or the address of its page; read to the id. */
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
 * The hosts are compared as the URL standard's parser leaves them, so that another spelling of a foreign host cannot
 * pass for one of ours; user names, ports and other schemes are refused, a missing scheme is not.
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
