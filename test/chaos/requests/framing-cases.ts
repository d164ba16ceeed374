/** A request whose length or shape can be read in two ways, and how it may be answered. */
export interface FramingCase {
  name: string;
  /** As it goes over the wire. `smuggled` in it stands for a request that nobody sent. */
  bytes: string;
  /** Statuses of the first answer that are right. */
  allowed: readonly number[];
}

const host = 'Host: a\r\n';
const inner = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled\r\n\r\n';
const json = 'Content-Type: application/json\r\n';
const post = (headers: string, body: string) =>
  `POST /api/shortvideo/sql HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`;
const get = (headers: string, target = '/healthz') => `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`;
const refused = [400];

function refusedPosts(
  cases: Readonly<Record<string, readonly [headers: string, body: string]>>,
): FramingCase[] {
  return Object.entries(cases).map(([name, [headers, body]]) => ({
    name,
    bytes: post(headers, body),
    allowed: refused,
  }));
}

const length = String(inner.length);

/** What RFC 9112 calls an error, and what intermediaries are known to read otherwise than servers do. */
export const framingCases: readonly FramingCase[] = [
  ...refusedPosts({
    'length and chunked': [
      `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`,
      `0\r\n\r\n${inner}`,
    ],
    'chunked and length': [`Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `0\r\n\r\n${inner}`],
    'two lengths': [`Content-Length: 2\r\nContent-Length: ${length}\r\n`, inner],
    'two equal lengths': ['Content-Length: 2\r\nContent-Length: 2\r\n', `{}${inner}`],
    'a list of lengths': ['Content-Length: 2, 2\r\n', `{}${inner}`],
    'a signed length': ['Content-Length: +2\r\n', `{}${inner}`],
    'a negative length': ['Content-Length: -2\r\n', `{}${inner}`],
    'a hexadecimal length': ['Content-Length: 0x2\r\n', `{}${inner}`],
    'a length in two words': ['Content-Length: 2 2\r\n', `{}${inner}`],
    'a length beyond 64 bits': ['Content-Length: 18446744073709551618\r\n', `{}${inner}`],
    'an unknown coding': ['Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inner}`],
    'chunked is not last': ['Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${inner}`],
    'chunked twice': ['Transfer-Encoding: chunked, chunked\r\n', `0\r\n\r\n${inner}`],
    'a blank before the colon': ['Transfer-Encoding : chunked\r\n', `0\r\n\r\n${inner}`],
    'a vertical tab in a coding': ['Transfer-Encoding: \u000bchunked\r\n', `0\r\n\r\n${inner}`],
    'a folded header': ['Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${inner}`],
    'a chunk length beyond 64 bits': [
      'Transfer-Encoding: chunked\r\n',
      `FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n${inner}`,
    ],
    'a prefixed chunk length': ['Transfer-Encoding: chunked\r\n', `0x2\r\n{}\r\n0\r\n\r\n${inner}`],
    'a negative chunk length': ['Transfer-Encoding: chunked\r\n', `-2\r\n{}\r\n0\r\n\r\n${inner}`],
    'a chunk that is longer than it says': [
      'Transfer-Encoding: chunked\r\n',
      `2\r\n{}x\r\n0\r\n\r\n${inner}`,
    ],
    'bare LF after a chunk length': ['Transfer-Encoding: chunked\r\n', `2\n{}\r\n0\r\n\r\n${inner}`],
    'bare LF after a chunk': ['Transfer-Encoding: chunked\r\n', `2\r\n{}\n0\r\n\r\n${inner}`],
  }),
  { name: 'bare LF between headers', bytes: `GET /healthz HTTP/1.1\nHost: a\n\n${inner}`, allowed: refused },
  { name: 'bare CR in a header', bytes: get('X-A: b\rX-B: c\r\n'), allowed: refused },
  { name: 'NUL in a header', bytes: get('X-A: b\u0000c\r\n'), allowed: refused },
  { name: 'a folded line', bytes: get('X-A: b\r\n\tc\r\n'), allowed: refused },
  { name: 'a header without a colon', bytes: get('X-A\r\n'), allowed: refused },
  { name: 'a header without a name', bytes: get(': b\r\n'), allowed: refused },
  { name: 'a blank in a header name', bytes: get('X A: b\r\n'), allowed: refused },
  {
    name: 'a blank before the first header',
    bytes: `GET /healthz HTTP/1.1\r\n X-A: b\r\n${host}\r\n`,
    allowed: refused,
  },
  { name: 'no host', bytes: 'GET /healthz HTTP/1.1\r\n\r\n', allowed: refused },
  { name: 'a version that is none', bytes: `GET /healthz HTTP/9.9\r\n${host}\r\n`, allowed: refused },
  { name: 'HTTP/2 without asking', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', allowed: refused },
  { name: 'no version', bytes: 'GET /healthz\r\n\r\n', allowed: refused },
  { name: 'a method that is none', bytes: `G@T /healthz HTTP/1.1\r\n${host}\r\n`, allowed: refused },
  { name: 'a blank in the target', bytes: get('', '/healthz x'), allowed: refused },
  {
    name: 'TLS on the plain port',
    bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    allowed: refused,
  },
  { name: '3,000 headers', bytes: get('a:1\r\n'.repeat(3_000)), allowed: [431] },
  { name: 'headers of 20 KB', bytes: get(`X-A: ${'b'.repeat(20_000)}\r\n`), allowed: [431] },
  { name: 'a target of 20 KB', bytes: get('', `/healthz?${'a'.repeat(20_000)}`), allowed: [431] },
  {
    name: 'two keys',
    bytes: get('Authorization: Bearer a\r\nAuthorization: Bearer b\r\n', '/api/users/me'),
    allowed: refused,
  },
  // right requests whose bodies look like requests: one answer each
  { name: 'a GET with a body', bytes: `${get(`Content-Length: ${length}\r\n`)}${inner}`, allowed: [200] },
  {
    name: 'a body on an unknown path',
    bytes: `POST /nowhere HTTP/1.1\r\n${host}Content-Length: ${length}\r\n\r\n${inner}`,
    allowed: [404],
  },
  {
    name: 'a body with a wrong method',
    bytes: `PUT /healthz HTTP/1.1\r\n${host}Content-Length: ${length}\r\n\r\n${inner}`,
    allowed: [405],
  },
  { name: 'a body that is no JSON', bytes: post(`Content-Length: ${length}\r\n`, inner), allowed: [422] },
  {
    name: 'a body of another type',
    bytes: `POST /api/shortvideo/sql HTTP/1.1\r\n${host}Content-Type: image/png\r\nContent-Length: ${length}\r\n\r\n${inner}`,
    allowed: [415],
  },
  {
    name: 'a chunked body',
    bytes: post('Transfer-Encoding: chunked\r\n', `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`),
    allowed: [422],
  },
  {
    name: 'a length in a trailer',
    bytes: post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'),
    allowed: [400, 401],
  },
];
