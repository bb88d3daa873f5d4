import { z } from 'zod';
import { existingPassword } from './accounts.ts';
import { endpoint, type errorBody } from './endpoint.ts';
import { assertion } from './passkeys.ts';

/** Limits what an unattended computer or a stolen cookie can change. */
export const FRESH_SIGN_IN_MINUTES = 15;

/** The error code of a 403 that a confirmed sign-in resolves. */
export const FRESH_SIGN_IN: NonNullable<z.output<typeof errorBody>['code']> = 'fresh-sign-in';
export const FRESH_SIGN_IN_NEEDED = 'Please confirm your sign-in first';

export const confirmSignIn = endpoint('confirmSignIn', {
  method: 'POST',
  path: '/api/auth/confirm',
  tag: 'accounts',
  who: 'user',
  worksOnFullDisk: true,
  summary: 'Confirm your sign-in with the password or a passkey before a sensitive change',
  body: z.union([
    z.object({ password: existingPassword('Password is required') }),
    z.object({ credential: assertion }),
  ]),
  status: 204,
});

/** For actions that aren't endpoints, such as a download. */
export const checkFreshSignIn = endpoint('checkFreshSignIn', {
  method: 'POST',
  path: '/api/auth/fresh',
  tag: 'accounts',
  who: 'user',
  needsFreshSignIn: true,
  summary: 'Check whether your sign-in is fresh enough for sensitive changes; 403 if not',
  status: 204,
});
