import { expect, type Page } from '@playwright/test';
import { deleteAccount } from '#contract/account-data.ts';
import { login, register } from '#contract/accounts.ts';
import { createShow, type Show } from '#contract/shows.ts';
import { createClient, ResponseError, type Session } from '../../../tools/api-client.ts';
import { ADMIN } from '../../support/run-product.ts';
import { recordWrite } from './settled.ts';

export interface Person extends Session, Account {
  username: string;
}

export interface Account {
  email: string;
  password: string;
}

export async function signInAdmin(url: string): Promise<Person> {
  const session = createClient(url, recordWrite).startSession();
  const { username } = await session.call(login, { body: ADMIN });
  return { ...session, ...ADMIN, username };
}

const fans = new Map<string, Person[]>();

/** The email address is `handle@example.com`. */
export async function signUpFan(url: string, handle: string, username = handle): Promise<Person> {
  const account = { email: `${handle}@example.com`, password: 'front row every night' };
  const session = createClient(url, recordWrite).startSession();
  await session.call(register, { body: { ...account, username } });
  const fan = { ...session, ...account, username };
  fans.set(url, [...(fans.get(url) ?? []), fan]);
  return fan;
}

/** Skips fans whose session or password a test has ended. */
export async function deleteFans(url: string): Promise<void> {
  const accounts = fans.get(url) ?? [];
  fans.delete(url);
  for (const { call, password } of accounts)
    await call(deleteAccount, { body: { currentPassword: password, isConfirmed: true } }).catch(
      (error) => {
        if (!(error instanceof ResponseError)) throw error;
      },
    );
}

export async function addShow(admin: Person, name: string, startsInMinutes: number): Promise<Show> {
  const date = new Date(Date.now() + startsInMinutes * 60_000).toISOString();
  return admin.call(createShow, {
    body: { name, city: 'Richmond', state: 'VA', date, timeZone: 'America/New_York' },
  });
}

export async function signIn({ request }: Page, { email, password }: Account): Promise<void> {
  await expect(await request.post(login.path, { data: { email, password } })).toBeOK();
}
