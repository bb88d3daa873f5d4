import { z } from 'zod';
import { knownPassword } from './accounts.ts';
import { endpoint, type errorBody } from './endpoint.ts';
import { assertion } from './passkeys.ts';

/**
 * For so long after a sign-in, or after its confirmation, a session may do the gravest: what nobody
 * shall do at a computer that somebody left, or with a cookie that was stolen.
 */
export const FRESH_SIGN_IN_MINUTES = 15;

/** Of the refusal (403) that a password or a passkey lifts. */
export const FRESH_SIGN_IN: NonNullable<z.output<typeof errorBody>['code']> = 'fresh-sign-in';
export const FRESH_SIGN_IN_NEEDED = 'Please confirm first that it is you';

export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'user',
  worksOnFullDisk: true,
  summary: 'Confirm whose session it is, by the password or a passkey: for the gravest changes',
  body: z.union([
    z.object({ password: knownPassword('Password is required') }),
    z.object({ credential: assertion }),
  ]),
  status: 204,
});

/** For what is no call of its own, such as a file that the browser itself downloads. */
export const checkFreshSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/fresh',
  who: 'user',
  needsFreshSignIn: true,
  summary: 'Whether the sign-in is fresh enough for the gravest changes; 403 where it is not',
  status: 204,
});
