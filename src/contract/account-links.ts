import { z } from 'zod';
import { currentUser, email, NEW_PASSWORD_MIN, password } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { passkeyItem } from './passkeys.ts';

/** For how long a mailed link works. */
export const RESET_LINK_HOURS = 1;
/** Of who came from the old site, or has just signed up: they may look into their mail on Sunday. */
export const PATIENT_LINK_DAYS = 7;

/** A link that signs in needs no longer: its mail is waited for. */
export const SIGN_IN_LINK_MINUTES = 15;

export const SENDS_NO_MAIL = 'This site sends no mail. Please sign in with your password.';

/** Of a link that never was, was opened before, or is too old: nobody learns which. */
export const LINK_IS_OVER =
  'This link has been used already, or is too old. Please ask for a new one.';

const token = z.string(LINK_IS_OVER).regex(/^[\w-]{43}$/, LINK_IS_OVER);

/** Where a link went: by mail, or where this site sends none, into the log, for the operator to hand on. */
const sent = z.object({ byMail: z.boolean() });

export const forgotPasswordBody = z.object({ email });
export const resetPasswordBody = z.object({ token, newPassword: password(NEW_PASSWORD_MIN) });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  who: 'anyone',
  summary: 'Ask for a link to a new password; the answer is the same where nobody has the address',
  body: forgotPasswordBody,
  status: 200,
  returns: sent,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  who: 'anyone',
  summary: 'Set a new password by a mailed link, and sign in; every other session ends',
  body: resetPasswordBody,
  status: 200,
  returns: currentUser,
});

export const getSignInWays = endpoint({
  method: 'GET',
  path: '/api/auth/ways',
  who: 'anyone',
  summary: 'Which ways to sign in this site offers beside passwords and passkeys',
  status: 200,
  returns: z.object({ byEmailLink: z.boolean() }),
  dependsOn: [],
});

export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link',
  who: 'anyone',
  summary: 'Ask for a sign-in link by mail; the answer is the same for an unknown address',
  body: forgotPasswordBody,
  status: 204,
});

export const signInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link/redeem',
  who: 'anyone',
  summary: 'Sign in by a mailed link, once, on any device',
  body: z.object({ token }),
  status: 200,
  returns: currentUser,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  who: 'anyone',
  summary: 'Verify an address by a mailed link',
  body: z.object({ token }),
  status: 204,
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/user/verify-email',
  who: 'user',
  summary: "Ask for a link that verifies one's own address",
  status: 200,
  returns: sent,
});

export const getCredentials = endpoint({
  method: 'GET',
  path: '/api/user/credentials',
  who: 'user',
  summary: "One's own ways to sign in",
  status: 200,
  returns: z.object({
    isEmailVerified: z.boolean(),
    /** Whether this site sends mail at all. */
    sendsMail: z.boolean(),
    passkeys: z.array(passkeyItem),
  }),
  dependsOn: ['credentials:{me}'],
});
