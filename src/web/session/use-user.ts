import { createContext, use } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Only for pages behind the sign-in. */
export function useUser(): CurrentUser {
  const user = use(UserContext);
  if (!user) throw new Error('useUser requires a signed-in user');
  return user;
}

/** Stands for the user's id in the keys of a visitor's data. */
export const VISITOR = 'visitor';

/** Whose data on this device a page shows: the signed-in user's or a visitor's. */
export function useStorageOwner(): string {
  return use(UserContext)?.id ?? VISITOR;
}

/** A logout removes the keys of all users. */
export function accountKey(name: string, userId: string, ...segments: string[]): string {
  return ['called-it', name, userId, ...segments].join(':');
}

export const UserContext = createContext<CurrentUser | null>(null);
