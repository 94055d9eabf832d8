import type {
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  forgotPasswordBody,
  loginBody,
  profileBody,
  resetPasswordBody,
  signupBody,
  verifyEmailBody,
} from '@gossamer/contracts/accounts';
import { type SessionUser, sessionUser } from '@gossamer/contracts/session-user';
import type { z } from 'zod';
import { sendJson } from '../../lib/api-client.ts';

/** API requests of the account screens. They throw the same errors as `sendJson`. */
export const accountRequests = {
  logIn: (body: z.input<typeof loginBody>): Promise<SessionUser> =>
    sendJson('POST', '/api/auth/login', body, sessionUser),
  signUp: (body: z.input<typeof signupBody>): Promise<SessionUser> =>
    sendJson('POST', '/api/auth/signup', body, sessionUser),
  forgotPassword: (body: z.input<typeof forgotPasswordBody>) =>
    sendJson('POST', '/api/auth/forgot-password', body),
  resetPassword: (body: z.input<typeof resetPasswordBody>) =>
    sendJson('POST', '/api/auth/reset-password', body),
  verifyEmail: (body: z.input<typeof verifyEmailBody>) => sendJson('POST', '/api/auth/verify-email', body),
  changePassword: (body: z.input<typeof changePasswordBody>) =>
    sendJson('POST', '/api/auth/change-password', body),
  changeEmail: (body: z.input<typeof changeEmailBody>) => sendJson('POST', '/api/auth/change-email', body),
  saveProfile: (body: z.input<typeof profileBody>): Promise<SessionUser> =>
    sendJson('PATCH', '/api/auth/user', body, sessionUser),
  deleteAccount: (body: z.input<typeof deleteAccountBody>) => sendJson('DELETE', '/api/auth/user', body),
};
