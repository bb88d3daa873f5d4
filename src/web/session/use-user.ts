import { createContext, useContext } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Only for pages behind the sign-in. */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser requires a signed-in user');
  return user;
}

/** A logout removes the keys of all users. */
export function accountKey(name: string, userId: string, ...segments: string[]): string {
  return ['called-it', name, userId, ...segments].join(':');
}

export const UserContext = createContext<CurrentUser | null>(null);
