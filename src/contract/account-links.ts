import { z } from 'zod';
import { currentUser, email, NEW_PASSWORD_MIN, password } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { passkeyItem } from './passkeys.ts';

export const RESET_LINK_HOURS = 1;
/** Lifetime of links in welcome and verification emails, which people may not open for days. */
export const LONG_LINK_DAYS = 7;

export const SIGN_IN_LINK_MINUTES = 15;

export const EMAIL_NOT_SET_UP = "Email isn't set up here. Please sign in with your password.";

/** Doesn't reveal whether the link was unknown, used or expired. */
export const LINK_EXPIRED = 'This link has expired or was already used. Please request a new one.';

const token = z.string(LINK_EXPIRED).regex(/^[\w-]{43}$/, LINK_EXPIRED);

/** If the site can't send email, `byMail` is false and the operator finds the link in the log. */
const linkDelivery = z.object({ byMail: z.boolean() });

export const forgotPasswordBody = z.object({ email });
export const resetPasswordBody = z.object({ token, newPassword: password(NEW_PASSWORD_MIN) });

export const forgotPassword = endpoint('forgotPassword', {
  method: 'POST',
  path: '/api/auth/forgot-password',
  tag: 'links',
  who: 'anyone',
  summary: 'Request a password reset link; the response is the same for an unknown email address',
  body: forgotPasswordBody,
  status: 200,
  returns: linkDelivery,
});

export const resetPassword = endpoint('resetPassword', {
  method: 'POST',
  path: '/api/auth/reset-password',
  tag: 'links',
  who: 'anyone',
  summary: 'Set a new password with an emailed link and sign in; all your other sessions end',
  body: resetPasswordBody,
  status: 200,
  returns: currentUser,
});

export const getSignInMethods = endpoint('getSignInMethods', {
  method: 'GET',
  path: '/api/auth/ways',
  tag: 'accounts',
  who: 'anyone',
  summary: 'List the sign-in methods this site offers in addition to passwords and passkeys',
  status: 200,
  returns: z.object({ byEmailLink: z.boolean() }),
  dependsOn: [],
});

export const requestSignInLink = endpoint('requestSignInLink', {
  method: 'POST',
  path: '/api/auth/sign-in-link',
  tag: 'links',
  who: 'anyone',
  summary: 'Request a sign-in link; the response is the same for an unknown email address',
  body: forgotPasswordBody,
  status: 204,
});

export const signInByLink = endpoint('signInByLink', {
  method: 'POST',
  path: '/api/auth/sign-in-link/redeem',
  tag: 'links',
  who: 'anyone',
  summary: 'Sign in with an emailed link; it works once, on any device',
  body: z.object({ token }),
  status: 200,
  returns: currentUser,
});

export const verifyEmail = endpoint('verifyEmail', {
  method: 'POST',
  path: '/api/auth/verify-email',
  tag: 'links',
  who: 'anyone',
  summary: 'Verify an email address with an emailed link',
  body: z.object({ token }),
  status: 204,
});

export const sendVerification = endpoint('sendVerification', {
  method: 'POST',
  path: '/api/user/verify-email',
  tag: 'links',
  who: 'user',
  summary: 'Request a link that verifies your email address',
  status: 200,
  returns: linkDelivery,
});

export const getCredentials = endpoint('getCredentials', {
  method: 'GET',
  path: '/api/user/credentials',
  tag: 'accounts',
  who: 'user',
  summary: 'Get your sign-in methods',
  status: 200,
  returns: z.object({
    isEmailVerified: z.boolean(),
    sendsMail: z.boolean(),
    passkeys: z.array(passkeyItem),
  }),
  dependsOn: ['credentials:{me}'],
});
