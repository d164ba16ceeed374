import type { Route } from '../services.ts';
import { balanceRoute } from './balance.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { currentUserRoute } from './current-user.ts';
import { dailyUsageRoute } from './daily-usage.ts';
import { dataRoutes } from './data.ts';
import { deleteApiKeyRoute } from './delete-api-key.ts';
import { docsRoute } from './docs.ts';
import { errorDocsRoute } from './error-docs.ts';
import { healthRoute } from './health.ts';
import { limitsRoute } from './limits.ts';
import { listApiKeysRoute } from './list-api-keys.ts';
import { listNotificationsRoute } from './list-notifications.ts';
import { listUsageRoute } from './list-usage.ts';
import { llmsRoute } from './llms.ts';
import { mediaRoute } from './media.ts';
import { openApiDocumentRoute } from './openapi-document.ts';
import { platformsRoute } from './platforms.ts';
import { pricingRoute } from './pricing.ts';
import { readyRoute } from './ready.ts';
import { receiptRoute } from './receipt.ts';
import { rotateApiKeyRoute } from './rotate-api-key.ts';
import { signupRoute } from './signup.ts';
import { sqlRoutes } from './sql.ts';
import { sqlSchemaRoutes } from './sql-schema.ts';
import { sqlStatementRoutes } from './sql-statement.ts';
import { updateUserRoute } from './update-user.ts';
import { usageSummaryRoute } from './usage-summary.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  sqlRoutes,
  sqlStatementRoutes,
  sqlSchemaRoutes,
  dataRoutes,
  mediaRoute,
  platformsRoute,
  pricingRoute,
  limitsRoute,
  signupRoute,
  currentUserRoute,
  updateUserRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  rotateApiKeyRoute,
  deleteApiKeyRoute,
  usageSummaryRoute,
  listUsageRoute,
  dailyUsageRoute,
  balanceRoute,
  receiptRoute,
  listNotificationsRoute,
  webhookRoutes,
  healthRoute,
  readyRoute,
  openApiDocumentRoute,
  docsRoute,
  errorDocsRoute,
  llmsRoute,
];
