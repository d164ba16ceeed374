import { z } from 'zod';

/** `data` of `GET /api/users/me`. */
export const currentUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  settings: z.object({
    emailNotifications: z.boolean(),
    usageAlerts: z.boolean(),
    alertThreshold: z.number().nullable(),
  }),
  plan: z.string(),
  balance: z.string(),
  spend_limit: z.string().nullable(),
  created_at: z.string(),
});
