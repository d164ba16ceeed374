import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { abortedWhenClosed } from '../src/request/aborted-when-closed.ts';

function replyOf(destroyed: boolean): { reply: FastifyReply; raw: EventEmitter } {
  const raw = Object.assign(new EventEmitter(), { destroyed });
  return { reply: { raw } as unknown as FastifyReply, raw };
}

test('a caller who left before anybody listened is gone', () => {
  expect(abortedWhenClosed(replyOf(true).reply).aborted).toBe(true);
});

test('a caller is gone when its connection closes, and not before', () => {
  const { reply, raw } = replyOf(false);
  const signal = abortedWhenClosed(reply);
  expect(signal.aborted).toBe(false);
  raw.emit('close');
  expect(signal.aborted).toBe(true);
});
