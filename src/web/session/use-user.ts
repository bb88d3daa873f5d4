import { createContext, use } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Only for pages behind the sign-in. */
export function useUser(): CurrentUser {
  const user = use(UserContext);
  if (!user) throw new Error('useUser requires a signed-in user');
  return user;
}

/** Replaces the user's id in the storage keys of a visitor. */
export const VISITOR = 'visitor';

/** Returns the id in this page's storage keys: the signed-in user's id or `VISITOR`. */
export function useStorageOwner(): string {
  return use(UserContext)?.id ?? VISITOR;
}

/** Logging out removes every user's keys. */
export function accountKey(name: string, userId: string, ...segments: string[]): string {
  return ['called-it', name, userId, ...segments].join(':');
}

export const UserContext = createContext<CurrentUser | null>(null);
