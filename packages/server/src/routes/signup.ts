import { AppError, envelope, httpValidationError, signedUp, signupRequest } from '@sdq/contract';
import type { App } from '../app.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { userView } from '../response/user-view.ts';
import type { Services } from '../services.ts';

/** `POST /api/signup`: creates an account and its API key, which is returned only here, if sign-up is enabled. */
export function signupRoute(app: App, { accounts, isSignupOpen }: Services): void {
  app.post(
    '/api/signup',
    {
      schema: {
        operationId: 'create_account',
        tags: ['account'],
        summary: 'Create an account',
        body: signupRequest,
        response: { 200: envelope(signedUp), 422: httpValidationError },
      },
      config: {
        isSignup: isSignupOpen,
        docs: {
          errors: ['signup_closed'],
          example: { of: () => ({ body: { name: 'Ada Lind', email: 'ada@example.org' } }) },
        },
      },
    },
    async (request, reply) => {
      if (!isSignupOpen) {
        throw new AppError(
          'signup_closed',
          'Sign-up is disabled. Ask the operator of this service for an account.',
        );
      }
      const { account, accountKey } = await accounts.createAccount(request.body);
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, { user: userView(account), account_key: accountKey });
    },
  );
}
