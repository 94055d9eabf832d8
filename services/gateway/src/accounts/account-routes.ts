import {
  changeEmailBody,
  deleteAccountBody,
  languagePreferenceBody,
  profileBody,
  verifyEmailBody,
} from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { assertEmailVerified, requireMember } from '../http/identity/identity.ts';
import { toSessionUser } from '../http/identity/session-user.ts';
import { parseBody } from '../http/parse-body.ts';
import { setLanguage, setNames } from './account-queries.ts';
import { changeEmail } from './change-email.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { sendVerification, verifyEmail } from './verify-email.ts';

/** Registers the routes for changing, exporting and deleting an account. */
export function accountRoutes(http: Http, deps: GatewayDeps): void {
  http.patch('/api/auth/user', async (request, reply) => {
    const { account } = requireMember(request);
    const changed = await setNames(deps.db, account.id, parseBody(profileBody, request.body));
    if (!changed) throw new AppError('unauthorized');
    return reply.send(toSessionUser(changed));
  });

  // For visitors, store the language only in a cookie.
  http.post('/api/auth/language-preference', async (request, reply) => {
    const { languageCode } = parseBody(languagePreferenceBody, request.body);
    if (request.identity.kind === 'member') {
      await setLanguage(deps.db, request.identity.account.id, languageCode);
    }
    return reply.code(204).send();
  });

  http.post('/api/auth/verify-email', async (request, reply) => {
    await verifyEmail(deps, parseBody(verifyEmailBody, request.body).token);
    return reply.code(204).send();
  });

  http.post('/api/auth/send-verification', async (request, reply) => {
    await sendVerification(deps, requireMember(request));
    return reply.code(204).send();
  });

  http.post('/api/auth/change-email', async (request, reply) => {
    await changeEmail(deps, requireMember(request), parseBody(changeEmailBody, request.body));
    return reply.code(204).send();
  });

  http.get('/api/auth/export', async (request, reply) => {
    const { account } = requireMember(request);
    assertEmailVerified(account);
    // Fetch data from the other services before the response starts, so that a failure returns an error instead of an
    // incomplete export.
    const elsewhere = (await deps.affiliate?.readExport({ requestId: request.id, account })) ?? {};
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="gossamer-export.json"')
      .type('application/json; charset=utf-8')
      .send(exportAccount(deps, account, elsewhere));
  });

  http.delete('/api/auth/user', async (request, reply) => {
    const member = requireMember(request);
    const { currentPassword } = parseBody(deleteAccountBody, request.body);
    await deleteAccount(deps, member, currentPassword);
    deps.cookies.takeSession(reply);
    deps.cookies.giveVisitor(reply);
    return reply.code(204).send();
  });
}
