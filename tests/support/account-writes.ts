import { createFirstAdminToken } from '#server/accounts/administrators/first-admin-link.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Caller, createCaller, type TestApp, type TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

/** Every write of an account and its role. */
export function listAccountWrites(
  { admin, fastify, clock, database, mailer, visitor }: TestApp,
  { fan, bystander }: Record<'fan' | 'bystander', Caller>,
): Step[] {
  const device = createCaller(fastify, fan);
  const newcomer = { email: 'new@example.com', username: 'Newcomer', password: 'long enough' };
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  const roleCall = (isAdmin: boolean) => ({
    caller: admin,
    params: { id: bystander.userId },
    body: { isAdmin },
  });

  const reminder = { channel: 'mail', kind: 'reminder', isWanted: true };
  const phone = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
    keys: { p256dh: 'BKey', auth: 'secret' },
    timeZone: 'America/New_York',
  };
  const key = createAuthenticator('http://localhost');
  let challenge = { challenge: '' };
  const onResponse = (response: TestResponse) => {
    challenge = response.json();
  };
  const findOwnPasskey = async () => {
    const { passkeys } = (await bystander.get('/api/user/credentials')).json();
    return { id: passkeys[0].id as string };
  };
  const passkeyWrites: Step[] = [
    [
      'beginPasskey',
      'again: a challenge',
      () => ({ caller: bystander, body: { currentPassword: 'another one' }, onResponse }),
    ],
    [
      'addPasskey',
      'a passkey',
      () => ({ caller: bystander, body: { name: 'Phone', credential: key.create(challenge) } }),
    ],
    ...repeatStep([
      'renamePasskey',
      'its name',
      async () => ({ caller: bystander, params: await findOwnPasskey(), body: { name: 'Laptop' } }),
    ]),
    ['beginPasskeySignIn', 'again: another challenge', () => ({ caller: visitor, onResponse })],
    [
      'passkeySignIn',
      'signing in with it',
      () => ({ caller: device, body: { credential: key.get(challenge) } }),
    ],
    [
      'confirmSignIn',
      'again: whose session it is',
      () => ({ caller: fan, body: { password: 'a better one' } }),
    ],
    ['checkFreshSignIn', 'again: whether it is fresh', () => ({ caller: fan })],
    [
      'removePasskey',
      'its removal',
      async () => ({ caller: bystander, params: await findOwnPasskey() }),
    ],
  ];
  return [
    ['register', 'signing up', () => ({ caller: visitor, body: newcomer })],
    [
      'createFirstAdministrator',
      'the link of a first start',
      async () => {
        const token = await createFirstAdminToken(database.db, clock.now);
        return { caller: createCaller(fastify, owner), body: { ...owner, token } };
      },
    ],
    ['login', 'signing in on another device', () => ({ caller: device, body: device })],
    ['logout', 'signing out there', () => ({ caller: device })],
    ['login', 'signing in again', () => ({ caller: device, body: device })],
    [
      'revokeSession',
      'ending that session',
      async () => {
        const rows: { id: string; isCurrent: boolean }[] = (
          await fan.get('/api/user/sessions')
        ).json();
        return {
          caller: fan,
          params: { id: rows.find((session) => !session.isCurrent)?.id ?? '' },
        };
      },
    ],
    ['updateProfile', 'a favorite song', () => ({ caller: fan, body: { favoriteSong: 'Ember' } })],
    [
      'updateProfile',
      'private sheets',
      () => ({ caller: bystander, body: { hasPrivateSheets: true } }),
    ],
    [
      'updateProfile',
      'again: private sheets',
      () => ({ caller: bystander, body: { hasPrivateSheets: true } }),
    ],
    [
      'updateProfile',
      'open sheets',
      () => ({ caller: bystander, body: { hasPrivateSheets: false } }),
    ],
    ['updateProfile', 'a name', () => ({ caller: fan, body: { username: 'Fan, again' } })],
    [
      'updateProfile',
      'again: the same name',
      () => ({ caller: fan, body: { username: 'Fan, again' } }),
    ],
    ...repeatStep([
      'updateProfile',
      'a hidden field',
      () => ({ caller: fan, body: { bio: 'Front row.', hiddenFields: ['favoriteSong'] } }),
    ]),
    [
      'updatePassword',
      'a password',
      () => ({ caller: fan, body: { currentPassword: fan.password, newPassword: 'a better one' } }),
    ],
    ['sendVerification', 'again: a link, which changes nothing', () => ({ caller: fan })],
    [
      'verifyEmail',
      'the email address',
      async () => ({ caller: fan, body: { token: await mailer.tokenFor(fan.email) } }),
    ],
    [
      'forgotPassword',
      'again: a link to a new password',
      () => ({ caller: visitor, body: { email: bystander.email } }),
    ],
    [
      'resetPassword',
      'a new password by that link',
      async () => ({
        caller: bystander,
        body: { token: await mailer.tokenFor(bystander.email), newPassword: 'another one' },
      }),
    ],
    [
      'requestSignInLink',
      'again: a link that signs in',
      () => ({ caller: visitor, body: { email: bystander.email } }),
    ],
    [
      'signInByLink',
      'signing in by that link',
      async () => ({
        caller: createCaller(fastify, bystander),
        body: { token: await mailer.tokenFor(bystander.email) },
      }),
    ],
    ...passkeyWrites,
    ['updateNotificationSetting', 'a reminder', () => ({ caller: fan, body: reminder })],
    [
      'addPushSubscription',
      'again: a device, which no read shows',
      () => ({ caller: fan, body: phone }),
    ],
    [
      'sendTestPush',
      "again: another person's device",
      () => ({ caller: admin, body: { endpoint: phone.endpoint } }),
    ],
    [
      'removePushSubscription',
      'again: its removal',
      () => ({ caller: fan, body: { endpoint: phone.endpoint } }),
    ],
    ...repeatStep(['setUserRole', 'a role', () => roleCall(true)]),
    ['setUserRole', 'no role', () => roleCall(false)],
    [
      'endUserSessions',
      'ending all sessions',
      () => ({ caller: admin, params: { id: bystander.userId } }),
    ],
    [
      'endUserSessions',
      'again: without sessions',
      () => ({ caller: admin, params: { id: bystander.userId } }),
    ],
    [
      'login',
      'signing in after that',
      () => ({ caller: bystander, body: { email: bystander.email, password: 'another one' } }),
    ],
  ];
}
