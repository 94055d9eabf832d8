import { type SessionUser, sessionUser } from '@gossamer/contracts/session-user';
import { sendJson } from '../../lib/api-client.ts';

type Login = { email: string; password: string };
type Names = { firstName: string; lastName: string };
type Signup = Login & Names & { preferredLanguage: string };

/** Requests of the account screens. Each throws like `sendJson`. */
export const accountRequests = {
  logIn: (body: Login): Promise<SessionUser> => sendJson('POST', '/api/auth/login', body, sessionUser),
  signUp: (body: Signup): Promise<SessionUser> => sendJson('POST', '/api/auth/signup', body, sessionUser),
  forgotPassword: (body: { email: string }) => sendJson('POST', '/api/auth/forgot-password', body),
  resetPassword: (body: { token: string; password: string; keepKeysAndWebhooks: boolean }) =>
    sendJson('POST', '/api/auth/reset-password', body),
  verifyEmail: (body: { token: string }) => sendJson('POST', '/api/auth/verify-email', body),
  changePassword: (body: { currentPassword: string; newPassword: string }) =>
    sendJson('POST', '/api/auth/change-password', body),
  changeEmail: (body: { email: string; currentPassword: string }) =>
    sendJson('POST', '/api/auth/change-email', body),
  saveProfile: (body: Names): Promise<SessionUser> => sendJson('PATCH', '/api/auth/user', body, sessionUser),
  deleteAccount: (body: { currentPassword: string }) => sendJson('DELETE', '/api/auth/user', body),
};
