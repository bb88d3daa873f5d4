import { z } from 'zod';
import { endpoint, hasChanges, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import { moderationNotice } from './moderation-notices.ts';
import { hasInvisibleCharacters, IDENTITY_KEY_MAX, identityKey, isVisible } from './text.ts';

export const EMAIL_MAX = 255;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 100;
export const SIGNUP_PASSWORD_MIN = 6;
export const NEW_PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
export const PROFILE_TEXT_MAX = 255;
export const BIO_MAX = 1_000;
export const PROFILE_FIELDS = ['bio', 'location', 'favoriteSong', 'homeVenue'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

export const email = z
  .string('Invalid email address')
  .trim()
  .max(EMAIL_MAX, `At most ${EMAIL_MAX} characters`)
  .pipe(z.email('Invalid email address'))
  .meta({ id: 'Email' });

export const username = z
  .string()
  .trim()
  .min(1, 'Username cannot be empty')
  .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
  .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
  .refine(isVisible, 'Username must have a visible letter, digit or symbol')
  .refine(
    (name) => !hasInvisibleCharacters(name),
    'Username contains invisible or control characters',
  )
  .refine((name) => !/\s\s/.test(name), 'Username must not have two spaces in a row')
  .refine(
    (name) => identityKey(name).length <= IDENTITY_KEY_MAX,
    'Username has too many compound characters',
  )
  .meta({ id: 'Username' });

const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`;

export function password(min: number) {
  return z
    .string()
    .min(min, `Password must be at least ${min} characters`)
    .max(PASSWORD_MAX, PASSWORD_TOO_LONG);
}

/** Has no minimum length: the length was checked when the password was set. */
export function existingPassword(requiredMessage: string) {
  return z.string(requiredMessage).min(1, requiredMessage).max(PASSWORD_MAX, PASSWORD_TOO_LONG);
}

/** Temporary passwords expire because all imported users share the same one. */
export const TEMPORARY_PASSWORD_DAYS = 30;
export const TEMPORARY_PASSWORD_EXPIRED =
  'This temporary password has expired. Use “Forgot password?” to choose your own.';

export const loginBody = z.object({
  email,
  password: existingPassword('Password is required'),
});

export const registerBody = z.object({ email, username, password: password(SIGNUP_PASSWORD_MIN) });

const profileText = (max: number) =>
  z.string().trim().max(max, `At most ${max} characters`).nullable();

export const profileFields = z.object({
  username,
  bio: profileText(BIO_MAX),
  location: profileText(PROFILE_TEXT_MAX),
  favoriteSong: profileText(PROFILE_TEXT_MAX),
  homeVenue: profileText(PROFILE_TEXT_MAX),
  hiddenFields: z
    .array(z.enum(PROFILE_FIELDS))
    .max(PROFILE_FIELDS.length)
    .refine((fields) => new Set(fields).size === fields.length, 'A field cannot be hidden twice'),
});
export const profileBody = profileFields
  .extend({ hasPrivateSheets: z.boolean(), hidesSpoilers: z.boolean() })
  .partial()
  .refine(hasChanges, NOTHING_TO_CHANGE)
  .meta({ id: 'ProfileBody' });

export const passwordBody = z
  .object({
    currentPassword: existingPassword('Required'),
    newPassword: password(NEW_PASSWORD_MIN),
  })
  .meta({ id: 'PasswordBody' });

/** `averageScore` is a decimal with two places. */
export const currentUser = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isModerator: z.boolean(),
    scribeOf: z.array(z.uuid()),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    favoriteSong: z.string().nullable(),
    homeVenue: z.string().nullable(),
    hasPrivateSheets: z.boolean(),
    hiddenFields: z.array(z.enum(PROFILE_FIELDS)),
    /** Null if 'no spoilers' is off. See `hidesShow`. */
    spoilersHiddenSince: z.iso.datetime().nullable(),
    revealedShowIds: z.array(z.uuid()),
    totalPoints: z.int(),
    gamesPlayed: z.int(),
    averageScore: z.string(),
    /** While true, every write except a new password is rejected. */
    mustChangePassword: z.boolean(),
    /** Moderators' decisions that the fan has not confirmed yet, newest first. */
    moderationNotices: z.array(moderationNotice),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.output<typeof currentUser>;

export const adminUser = currentUser
  .omit({
    ...{ mustChangePassword: true, bio: true, location: true },
    ...{ hiddenFields: true, moderationNotices: true },
    ...{ spoilersHiddenSince: true, revealedShowIds: true, scribeOf: true },
  })
  .extend({
    isPostingEnded: z.boolean(),
    /** Null if the fan was never muted; may be in the past. */
    mutedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof adminUser>;

export const getCurrentUser = endpoint('getCurrentUser', {
  method: 'GET',
  path: '/api/auth/user',
  tag: 'accounts',
  who: 'user',
  summary: 'Get the signed-in user; 401 without a session',
  status: 200,
  returns: currentUser,
  dependsOn: ['account:{me}', 'scribe:{me}', 'totals'],
});

export const login = endpoint('login', {
  method: 'POST',
  path: '/api/auth/login',
  tag: 'accounts',
  who: 'anyone',
  inDemo: 'works',
  worksOnFullDisk: true,
  summary: 'Sign in',
  body: loginBody,
  status: 200,
  returns: currentUser,
});

export const register = endpoint('register', {
  method: 'POST',
  path: '/api/auth/register',
  tag: 'accounts',
  who: 'anyone',
  summary: 'Create an account and sign in',
  body: registerBody,
  status: 201,
  returns: currentUser,
});

export const logout = endpoint('logout', {
  method: 'POST',
  path: '/api/auth/logout',
  tag: 'accounts',
  who: 'anyone',
  inDemo: 'works',
  worksOnFullDisk: true,
  summary: 'Sign out',
  status: 204,
});

export const updateProfile = endpoint('updateProfile', {
  method: 'PATCH',
  path: '/api/user/profile',
  tag: 'accounts',
  who: 'user',
  summary: 'Change your username, profile or who sees your sheets',
  body: profileBody,
  status: 200,
  returns: currentUser,
});

export const updatePassword = endpoint('updatePassword', {
  method: 'PATCH',
  path: '/api/user/password',
  tag: 'accounts',
  who: 'user',
  summary: 'Change your password; all your other sessions end',
  body: passwordBody,
  endsTemporaryPassword: true,
  status: 200,
  returns: currentUser,
});

/** Returns 409 to remove the last administrator, or to make an administrator a moderator. */
export const setUserRole = endpoint('setUserRole', {
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  tag: 'accounts',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Grant or revoke the role of an administrator or a moderator',
  params: idParams,
  body: z
    .object({ isAdmin: z.boolean(), isModerator: z.boolean() })
    .partial()
    .refine(({ isAdmin, isModerator }) => (isAdmin === undefined) !== (isModerator === undefined), {
      error: 'Choose the role to change',
    }),
  status: 200,
  returns: adminUser,
});

export const listUsers = endpoint('listUsers', {
  method: 'GET',
  path: '/api/admin/users',
  tag: 'accounts',
  who: 'admin',
  summary: 'List all accounts by username',
  status: 200,
  returns: z.array(adminUser),
  dependsOn: ['account', 'totals'],
});
