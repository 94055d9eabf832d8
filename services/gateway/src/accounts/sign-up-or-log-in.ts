import type { signupBody } from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccountRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { countAttempt } from '../limits/attempts.ts';
import { addressLogins, addressSignups } from './attempt-limits.ts';
import { giveSession, spendReferral, whoBefore } from './begin-session.ts';
import { logIn } from './log-in.ts';
import { type LoggedIn, signUp } from './sign-up.ts';

type Given = z.output<typeof signupBody>;

/** Returns functions that create an account, or log the visitor in if the account already exists. */
export function signUpOrLogIn(deps: GatewayDeps) {
  const { config } = deps;

  async function open(request: FastifyRequest, reply: FastifyReply, given: Given): Promise<LoggedIn> {
    const before = whoBefore(request, deps);
    try {
      const made = await signUp(deps, given, before);
      spendReferral(reply, before, deps);
      return made;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'email_taken') throw error;
      // Count the submitted form as a login attempt, because it tests a password.
      await countAttempt(deps, [addressLogins(request.addressSubject, config)]);
      return await logIn(deps, given, before).catch((refusal: unknown) => {
        throw refusal instanceof AppError && refusal.code === 'invalid_credentials' ? error : refusal;
      });
    }
  }

  return {
    /**
     * Counts a sign-up against the limit for the client's IP address.
     * @throws AppError `too_many_attempts`
     */
    countSignup: (request: FastifyRequest) =>
      countAttempt(deps, [addressSignups(request.addressSubject, config)]),
    /**
     * Signs a visitor up, or logs the visitor in, and sets the session cookie.
     * @throws AppError `email_taken` if the account has another password, `too_many_attempts`, `server_busy`
     */
    enter: async (request: FastifyRequest, reply: FastifyReply, given: Given): Promise<AccountRow> => {
      const entered = await open(request, reply, given);
      giveSession(request, reply, entered, deps);
      return entered.account;
    },
  };
}
