import type { Route } from '../services.ts';
import { adminAccountRoutes } from './admin/accounts.ts';
import { adminQueryRoutes } from './admin/queries.ts';
import { adminStatusRoutes } from './admin/status.ts';
import { balanceRoute } from './balance.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { currentUserRoute } from './current-user.ts';
import { dailyUsageRoute } from './daily-usage.ts';
import { dataRoutes } from './data.ts';
import { deleteApiKeyRoute } from './delete-api-key.ts';
import { docsRoute } from './docs.ts';
import { errorDocsRoute } from './error-docs.ts';
import { eventsRoute } from './events.ts';
import { faviconRoute } from './favicon.ts';
import { healthRoute } from './health.ts';
import { limitsRoute } from './limits.ts';
import { listApiKeysRoute } from './list-api-keys.ts';
import { listNotificationsRoute } from './list-notifications.ts';
import { listUsageRoute } from './list-usage.ts';
import { llmsRoute } from './llms.ts';
import { mediaRoute } from './media.ts';
import { openShareRoute } from './open-share.ts';
import { openApiDocumentRoute } from './openapi-document.ts';
import { platformsRoute } from './platforms.ts';
import { pricingRoute } from './pricing.ts';
import { readTokenRoutes } from './read-tokens.ts';
import { readyRoute } from './ready.ts';
import { receiptRoute } from './receipt.ts';
import { rotateApiKeyRoute } from './rotate-api-key.ts';
import { savedQueryRoutes } from './saved-queries.ts';
import { scheduleResultRoute } from './schedule-results.ts';
import { scheduleRoutes } from './schedules.ts';
import { sessionRoutes } from './session.ts';
import { shareRoutes } from './shares.ts';
import { siblingProofRoute } from './sibling-proof.ts';
import { signupRoute } from './signup.ts';
import { sqlRoutes } from './sql.ts';
import { sqlCheckRoutes } from './sql-check.ts';
import { sqlQuoteRoutes } from './sql-quotes.ts';
import { resultLinkRoutes } from './sql-result-links.ts';
import { sqlSchemaRoutes } from './sql-schema.ts';
import { sqlStatementRoutes } from './sql-statement.ts';
import { updateUserRoute } from './update-user.ts';
import { usageSummaryRoute } from './usage-summary.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  sqlRoutes,
  sqlCheckRoutes,
  sqlQuoteRoutes,
  sqlStatementRoutes,
  resultLinkRoutes,
  sqlSchemaRoutes,
  dataRoutes,
  mediaRoute,
  platformsRoute,
  pricingRoute,
  limitsRoute,
  signupRoute,
  sessionRoutes,
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
  savedQueryRoutes,
  shareRoutes,
  readTokenRoutes,
  scheduleRoutes,
  scheduleResultRoute,
  openShareRoute,
  eventsRoute,
  healthRoute,
  readyRoute,
  siblingProofRoute,
  openApiDocumentRoute,
  docsRoute,
  errorDocsRoute,
  llmsRoute,
  faviconRoute,
  adminStatusRoutes,
  adminQueryRoutes,
  adminAccountRoutes,
];
