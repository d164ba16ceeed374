import type { FastifyRequest } from 'fastify';
import { holderOf } from './instance.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The instance that holds what a validated request asks for; undefined for any. */
    heldBy?: (request: FastifyRequest) => string | undefined;
  }
}

/** The instance that a parameter of the path names. */
export function heldByParameter(name: string): (request: FastifyRequest) => string | undefined {
  return ({ params }) => holderOf(String((params as Record<string, unknown>)[name]));
}

/** The instance that a field of the body names. */
export function heldByField(name: string): (request: FastifyRequest) => string | undefined {
  return ({ body }) => {
    const value = (body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? holderOf(value) : undefined;
  };
}
