import type { Route } from '../services.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { currentUserRoute } from './current-user.ts';
import { deleteApiKeyRoute } from './delete-api-key.ts';
import { errorDocsRoute } from './error-docs.ts';
import { healthRoute } from './health.ts';
import { listApiKeysRoute } from './list-api-keys.ts';
import { openApiDocumentRoute } from './openapi-document.ts';
import { platformsRoute } from './platforms.ts';
import { pricingRoute } from './pricing.ts';
import { sqlRoutes } from './sql.ts';
import { sqlSchemaRoutes } from './sql-schema.ts';

/** Every route, in the order in which the API's document lists them. */
export const routes: readonly Route[] = [
  sqlRoutes,
  sqlSchemaRoutes,
  platformsRoute,
  pricingRoute,
  currentUserRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  deleteApiKeyRoute,
  healthRoute,
  openApiDocumentRoute,
  errorDocsRoute,
];
