import { createContext, use } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Only for pages that require a sign-in. */
export function useUser(): CurrentUser {
  const user = use(UserContext);
  if (!user) throw new Error('useUser requires a signed-in user');
  return user;
}

/** Used instead of a user ID in a visitor's storage keys. */
export const VISITOR = 'visitor';

/** Returns the ID in this page's storage keys: the signed-in user's ID or `VISITOR`. */
export function useStorageOwner(): string {
  return use(UserContext)?.id ?? VISITOR;
}

/** Logging out removes every user's keys. */
export function buildAccountKey(name: string, userId: string, ...segments: string[]): string {
  return ['called-it', name, userId, ...segments].join(':');
}

export const UserContext = createContext<CurrentUser | null>(null);
