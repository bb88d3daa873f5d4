import { type Caller, callerOf, type TestApp } from './test-app.ts';
import { type Step, twice } from './write-step.ts';

/** Every write of one's account, and of its role. */
export function accountWrites(
  { admin, app, mailbox, visitor }: TestApp,
  { fan, bystander }: Record<'fan' | 'bystander', Caller>,
): Step[] {
  const device = callerOf(app, fan);
  const newcomer = { email: 'new@example.com', username: 'Newcomer', password: 'long enough' };
  const role = (isAdmin: boolean) => ({
    by: admin,
    params: { id: bystander.userId },
    body: { isAdmin },
  });

  return [
    ['register', 'signing up', () => ({ by: visitor, body: newcomer })],
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
        return { by: fan, params: { id: rows.find((one) => !one.isCurrent)?.id ?? '' } };
      },
    ],
    ['updateProfile', 'a favourite song', () => ({ by: fan, body: { favoriteSong: 'Ember' } })],
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
      'whose the address is',
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
    ...twice(['setUserRole', 'a role', () => role(true)]),
    ['setUserRole', 'no role', () => role(false)],
  ];
}
