import { changePasswordBody, forgotPasswordBody, resetPasswordBody } from '@gossamer/contracts/accounts';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { requireMember } from '../http/identity/identity.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { addressResets } from './attempt-limits.ts';
import { giveSession } from './begin-session.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';

/** Registers the routes for resetting and changing passwords. */
export function passwordRoutes(http: Http, deps: GatewayDeps): void {
  http.post('/api/auth/forgot-password', async (request, reply) => {
    const { email } = parseBody(forgotPasswordBody, request.body);
    await countAttempt(deps, [addressResets(request.addressSubject)]);
    await forgotPassword(deps, email, request.addressSubject);
    return reply.code(204).send();
  });

  http.post('/api/auth/reset-password', async (request, reply) => {
    const account = await resetPassword(deps, parseBody(resetPasswordBody, request.body));
    deps.knownBrowsers.give(request, reply, account, deps.clock());
    deps.logger.info({ requestId: request.id, accountId: account.id }, 'reset password');
    return reply.code(204).send();
  });

  http.post('/api/auth/change-password', async (request, reply) => {
    const member = requireMember(request);
    const changed = await changePassword(deps, member, parseBody(changePasswordBody, request.body));
    giveSession(request, reply, changed, deps);
    return reply.code(204).send();
  });
}
