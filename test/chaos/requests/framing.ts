import { connect } from 'node:net';
import { startTestService } from '../../support/test-service.ts';
import { type FramingCase, framingCases } from './framing-cases.ts';

export interface FramingResult {
  cases: number;
  connections: number;
  /** Cases whose first answer had another status, or none. */
  wrongStatus: string[];
  /** Cases after which an answer was given to a request that nobody sent, or the next request got none of its own. */
  desynchronised: string[];
  /** Refusals that were not our JSON, answers without our id. */
  otherBodies: string[];
}

/** Sends each case again and again, cut at random places, with a right request behind it on the same connection. */
export async function framing(options: { rounds: number; signal?: AbortSignal }): Promise<FramingResult> {
  await using service = await startTestService();
  const { hostname, port } = new URL(service.service.url);
  const result = {
    wrongStatus: new Set<string>(),
    desynchronised: new Set<string>(),
    otherBodies: new Set<string>(),
  };
  let connections = 0;
  for (let round = 0; round < options.rounds; round++) {
    options.signal?.throwIfAborted();
    for (const each of framingCases) {
      connections++;
      const answers = await exchange(hostname, Number(port), each);
      const [first, second] = answers;
      if (first === undefined || !each.allowed.includes(first.status))
        result.wrongStatus.add(`${each.name}: ${first?.status}`);
      const isClosed = first !== undefined && /\r\nconnection: close\r\n/i.test(first.head);
      const isNext = isClosed
        ? second === undefined
        : second?.head.includes('x-client-request-id: next') === true;
      if (!isNext || answers.length > 2 || answers.some(({ head }) => head.includes('smuggled')))
        result.desynchronised.add(each.name);
      if (
        first !== undefined &&
        ((first.status >= 400 && !first.body.startsWith('{')) || !first.head.includes('x-request-id: req_'))
      )
        result.otherBodies.add(each.name);
    }
  }
  return {
    cases: framingCases.length,
    connections,
    wrongStatus: [...result.wrongStatus],
    desynchronised: [...result.desynchronised],
    otherBodies: [...result.otherBodies],
  };
}

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: next\r\nConnection: close\r\n\r\n';
/** A connection that nobody closes by then is one whose request is still waited for. */
const silenceMs = 10_000;

/** Everything that comes back, in the order of answers. */
async function exchange(host: string, port: number, { bytes }: FramingCase): Promise<RawAnswer[]> {
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(port, host, () => {
      const whole = Buffer.from(bytes + next, 'latin1');
      const cut = Math.floor(Math.random() * whole.length);
      socket.write(whole.subarray(0, cut));
      socket.end(whole.subarray(cut));
    });
    socket.setNoDelay(true).setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1');
    });
    socket.on('error', () => {}); // a service that refuses may close before it has read everything
    socket.on('close', () => resolve(received));
  });
  return readAnswers(text);
}

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n\r\n', at);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text.slice(at, at + 12))?.[1];
    if (end < 0 || status === undefined) {
      answers.push({ status: 0, head: text.slice(at), body: '' });
      break;
    }
    const head = text.slice(at, end + 4).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    const body = text.slice(end + 4, end + 4 + length);
    answers.push({ status: Number(status), head, body });
    at = end + 4 + length;
  }
  return answers;
}
