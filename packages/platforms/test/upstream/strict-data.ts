import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { answerMeta } from '@sdq/contract';
import { z } from 'zod';

const endpoints = endpointsByPath(builtInPlatforms);

/** `data` of an endpoint, with nothing but what it names. */
export function strictData(endpoint: string): z.ZodObject {
  const found = endpoints.get(endpoint);
  if (!(found?.data instanceof z.ZodObject)) throw new Error(`there is no endpoint ${endpoint}`);
  return found.data.extend({ meta: answerMeta.strict().optional() }).strict();
}
