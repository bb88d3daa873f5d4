import { createFirstAdminToken } from '#server/accounts/administrators/first-admin-link.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Caller, createCaller, type TestApp, type TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

export function listAccountWrites(
  { admin, fastify, clock, database, mailer, visitor }: TestApp,
  { fan, bystander }: Record<'fan' | 'bystander', Caller>,
): Step[] {
  const device = createCaller(fastify, fan);
  const newcomer = { email: 'new@example.com', username: 'Newcomer', password: 'long enough' };
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  const createRoleCall = (isAdmin: boolean) => ({
    caller: admin,
    params: { id: bystander.userId },
    body: { isAdmin },
  });

  const bot = { name: 'Bot', scopes: ['read'], lifetimeDays: 7 };
  let botId = '';
  const storeBot = (response: TestResponse) => {
    botId = response.json().id;
  };
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
      'no effect: requesting a challenge',
      () => ({ caller: bystander, body: { currentPassword: 'another one' }, onResponse }),
    ],
    [
      'addPasskey',
      'adding a passkey',
      () => ({ caller: bystander, body: { name: 'Phone', credential: key.create(challenge) } }),
    ],
    ...repeatStep([
      'renamePasskey',
      'renaming the passkey',
      async () => ({ caller: bystander, params: await findOwnPasskey(), body: { name: 'Laptop' } }),
    ]),
    [
      'beginPasskeySignIn',
      'no effect: requesting another challenge',
      () => ({ caller: visitor, onResponse }),
    ],
    [
      'passkeySignIn',
      'signing in with the passkey',
      () => ({ caller: device, body: { credential: key.get(challenge) } }),
    ],
    [
      'confirmSignIn',
      'no effect: confirming the sign-in',
      () => ({ caller: fan, body: { password: 'a better one' } }),
    ],
    ['checkFreshSignIn', 'no effect: checking for a fresh sign-in', () => ({ caller: fan })],
    [
      'removePasskey',
      'removing the passkey',
      async () => ({ caller: bystander, params: await findOwnPasskey() }),
    ],
  ];
  return [
    ['register', 'signing up', () => ({ caller: visitor, body: newcomer })],
    [
      'createFirstAdministrator',
      'using the link for the first administrator',
      async () => {
        const token = await createFirstAdminToken(database.db, clock.now);
        return { caller: createCaller(fastify, owner), body: { ...owner, token } };
      },
    ],
    ['login', 'signing in on another device', () => ({ caller: device, body: device })],
    ['logout', 'signing out on that device', () => ({ caller: device })],
    ['login', 'signing in again', () => ({ caller: device, body: device })],
    [
      'revokeSession',
      'ending the other session',
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
    [
      'createApiToken',
      'creating an API token',
      () => ({ caller: fan, body: bot, onResponse: storeBot }),
    ],
    ['revokeApiToken', 'revoking it', () => ({ caller: fan, params: { id: botId } })],
    ...repeatStep(['createCalendarLink', 'creating a calendar', () => ({ caller: fan })]),
    ...repeatStep(['revokeCalendarLink', 'revoking the calendar', () => ({ caller: fan })]),
    [
      'updateProfile',
      'setting a favorite song',
      () => ({ caller: fan, body: { favoriteSong: 'Ember' } }),
    ],
    [
      'updateProfile',
      'keeping sheets private',
      () => ({ caller: bystander, body: { hasPrivateSheets: true } }),
    ],
    [
      'updateProfile',
      'no effect: keeping sheets private',
      () => ({ caller: bystander, body: { hasPrivateSheets: true } }),
    ],
    [
      'updateProfile',
      'opening sheets',
      () => ({ caller: bystander, body: { hasPrivateSheets: false } }),
    ],
    [
      'updateProfile',
      'turning on no spoilers',
      () => ({ caller: bystander, body: { hidesSpoilers: true } }),
    ],
    [
      'updateProfile',
      'no effect: turning on no spoilers, again',
      () => ({ caller: bystander, body: { hidesSpoilers: true } }),
    ],
    [
      'updateProfile',
      'changing the name',
      () => ({ caller: fan, body: { username: 'Fan, again' } }),
    ],
    [
      'updateProfile',
      'no effect: keeping the name',
      () => ({ caller: fan, body: { username: 'Fan, again' } }),
    ],
    ...repeatStep([
      'updateProfile',
      'hiding a field',
      () => ({ caller: fan, body: { bio: 'Front row.', hiddenFields: ['favoriteSong'] } }),
    ]),
    [
      'updatePassword',
      'changing the password',
      () => ({ caller: fan, body: { currentPassword: fan.password, newPassword: 'a better one' } }),
    ],
    ['sendVerification', 'no effect: requesting a verification link', () => ({ caller: fan })],
    [
      'verifyEmail',
      'verifying the email address',
      async () => ({ caller: fan, body: { token: await mailer.tokenFor(fan.email) } }),
    ],
    [
      'forgotPassword',
      'no effect: requesting a reset link',
      () => ({ caller: visitor, body: { email: bystander.email } }),
    ],
    [
      'resetPassword',
      'resetting the password by that link',
      async () => ({
        caller: bystander,
        body: { token: await mailer.tokenFor(bystander.email), newPassword: 'another one' },
      }),
    ],
    [
      'requestSignInLink',
      'no effect: requesting a sign-in link',
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
    ['updateNotificationSetting', 'turning on a reminder', () => ({ caller: fan, body: reminder })],
    [
      'addPushSubscription',
      'no effect: adding a device, which no response contains',
      () => ({ caller: fan, body: phone }),
    ],
    [
      'sendTestPush',
      "no effect: sending a test to another person's device",
      () => ({ caller: admin, body: { endpoint: phone.endpoint } }),
    ],
    [
      'removePushSubscription',
      'no effect: removing the device',
      () => ({ caller: fan, body: { endpoint: phone.endpoint } }),
    ],
    ...repeatStep(['setUserRole', 'granting the role', () => createRoleCall(true)]),
    ['setUserRole', 'revoking the role', () => createRoleCall(false)],
    [
      'endUserSessions',
      'ending all sessions',
      () => ({ caller: admin, params: { id: bystander.userId } }),
    ],
    [
      'endUserSessions',
      'no effect: ending all sessions of a user without any',
      () => ({ caller: admin, params: { id: bystander.userId } }),
    ],
    [
      'login',
      'signing in with no session left',
      () => ({ caller: bystander, body: { email: bystander.email, password: 'another one' } }),
    ],
  ];
}
