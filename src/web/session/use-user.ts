import { createContext, useContext } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Who is signed in, on every page that only signed-in users see. */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser is for pages behind the sign-in');
  return user;
}

/** Where this browser keeps something of a user: a logout takes away all that it keeps of anybody. */
export function accountKey(what: string, userId: string, ...more: string[]): string {
  return ['called-it', what, userId, ...more].join(':');
}

/** The signed-in layout provides it. */
export const UserContext = createContext<CurrentUser | null>(null);
