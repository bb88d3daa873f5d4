import { makeFirstAdminToken } from '#server/accounts/administrators/first-admin-link.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Answer, type Caller, callerOf, type TestApp } from './test-app.ts';
import { type Step, twice } from './write-step.ts';

/** Every write of an account and its role. */
export function accountWrites(
  { admin, app, clock, database, mailbox, visitor }: TestApp,
  { fan, bystander }: Record<'fan' | 'bystander', Caller>,
): Step[] {
  const device = callerOf(app, fan);
  const newcomer = { email: 'new@example.com', username: 'Newcomer', password: 'long enough' };
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  const role = (isAdmin: boolean) => ({
    by: admin,
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
  const keep = (answer: Answer) => {
    challenge = answer.json();
  };
  const ownPasskey = async () => {
    const { passkeys } = (await bystander.get('/api/user/credentials')).json();
    return { id: passkeys[0].id as string };
  };
  const passkeyWrites: Step[] = [
    [
      'beginPasskey',
      'again: a challenge',
      () => ({ by: bystander, body: { currentPassword: 'another one' }, keep }),
    ],
    [
      'addPasskey',
      'a passkey',
      () => ({ by: bystander, body: { name: 'Phone', credential: key.create(challenge) } }),
    ],
    ...twice([
      'renamePasskey',
      'its name',
      async () => ({ by: bystander, params: await ownPasskey(), body: { name: 'Laptop' } }),
    ]),
    ['beginPasskeySignIn', 'again: another challenge', () => ({ by: visitor, keep })],
    [
      'passkeySignIn',
      'signing in with it',
      () => ({ by: device, body: { credential: key.get(challenge) } }),
    ],
    [
      'confirmSignIn',
      'again: whose session it is',
      () => ({ by: fan, body: { password: 'a better one' } }),
    ],
    ['checkFreshSignIn', 'again: whether it is fresh', () => ({ by: fan })],
    ['removePasskey', 'its removal', async () => ({ by: bystander, params: await ownPasskey() })],
  ];
  return [
    ['register', 'signing up', () => ({ by: visitor, body: newcomer })],
    [
      'createFirstAdministrator',
      'the link of a first start',
      async () => {
        const token = await makeFirstAdminToken(database.db, clock.now);
        return { by: callerOf(app, owner), body: { ...owner, token } };
      },
    ],
    ['login', 'signing in on another device', () => ({ by: device, body: device })],
    ['logout', 'signing out there', () => ({ by: device })],
    ['login', 'signing in again', () => ({ by: device, body: device })],
    [
      'revokeSession',
      'ending that session',
      async () => {
        const rows: { id: string; isCurrent: boolean }[] = (
          await fan.get('/api/user/sessions')
        ).json();
        return { by: fan, params: { id: rows.find((session) => !session.isCurrent)?.id ?? '' } };
      },
    ],
    ['updateProfile', 'a favorite song', () => ({ by: fan, body: { favoriteSong: 'Ember' } })],
    ['updateProfile', 'a name', () => ({ by: fan, body: { username: 'Fan, again' } })],
    [
      'updateProfile',
      'again: the same name',
      () => ({ by: fan, body: { username: 'Fan, again' } }),
    ],
    [
      'updatePassword',
      'a password',
      () => ({ by: fan, body: { currentPassword: fan.password, newPassword: 'a better one' } }),
    ],
    ['sendVerification', 'again: a link, which changes nothing', () => ({ by: fan })],
    [
      'verifyEmail',
      'the email address',
      async () => ({ by: fan, body: { token: await mailbox.tokenFor(fan.email) } }),
    ],
    [
      'forgotPassword',
      'again: a link to a new password',
      () => ({ by: visitor, body: { email: bystander.email } }),
    ],
    [
      'resetPassword',
      'a new password by that link',
      async () => ({
        by: bystander,
        body: { token: await mailbox.tokenFor(bystander.email), newPassword: 'another one' },
      }),
    ],
    [
      'requestSignInLink',
      'again: a link that signs in',
      () => ({ by: visitor, body: { email: bystander.email } }),
    ],
    [
      'signInByLink',
      'signing in by that link',
      async () => ({
        by: callerOf(app, bystander),
        body: { token: await mailbox.tokenFor(bystander.email) },
      }),
    ],
    ...passkeyWrites,
    ['updateNotificationSetting', 'a reminder', () => ({ by: fan, body: reminder })],
    [
      'addPushSubscription',
      'again: a device, which no read shows',
      () => ({ by: fan, body: phone }),
    ],
    [
      'sendTestPush',
      "again: another person's device",
      () => ({ by: admin, body: { endpoint: phone.endpoint } }),
    ],
    [
      'removePushSubscription',
      'again: its removal',
      () => ({ by: fan, body: { endpoint: phone.endpoint } }),
    ],
    ...twice(['setUserRole', 'a role', () => role(true)]),
    ['setUserRole', 'no role', () => role(false)],
    [
      'endUserSessions',
      'ending all sessions',
      () => ({ by: admin, params: { id: bystander.userId } }),
    ],
    [
      'endUserSessions',
      'again: without sessions',
      () => ({ by: admin, params: { id: bystander.userId } }),
    ],
    [
      'login',
      'signing in after that',
      () => ({ by: bystander, body: { email: bystander.email, password: 'another one' } }),
    ],
  ];
}
