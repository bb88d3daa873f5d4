import { DAY, HOUR, MINUTE, type Person, type Tour } from '../tour.ts';

/** Far below the product's, so that stories reach them. The server gets the same ones. */
export const LIMITS = {
  privateMembers: 4,
  listedMembers: 6,
  leaguesPerFan: 2,
  newLeaguesPerDay: 1,
  joinsPerHour: 2,
};

/** A fan's attempts since the first one, in a window that ends at `until`. */
export interface Attempts {
  count: number;
  until: number;
}

export type AttemptsByKind = Record<'join' | 'create league', Attempts>;

export function noAttempts(): AttemptsByKind {
  return { join: { count: 0, until: 0 }, 'create league': { count: 0, until: 0 } };
}

/** Counts an attempt. Returns undefined at the limit, without counting it. */
export function countAttempt(
  { attempts }: Person,
  kind: keyof AttemptsByKind,
  now: number,
): Attempts | undefined {
  const { max, windowMs } = WINDOWS[kind];
  const { count, until } = attempts[kind];
  const current = now < until ? { count, until } : { count: 0, until: now + windowMs };
  attempts[kind] = current;
  if (current.count >= max) return undefined;
  current.count += 1;
  return current;
}

const WINDOWS = {
  join: { max: LIMITS.joinsPerHour, windowMs: HOUR },
  'create league': { max: LIMITS.newLeaguesPerDay, windowMs: DAY },
};

export const NEWCOMER_POSTS = { minute: 10, day: 60 };

/** Returns the limit that a new account has reached, over all leagues. */
export function findPostingLimit(
  { leagues, people, now }: Tour,
  author: number,
): keyof typeof NEWCOMER_POSTS | undefined {
  if (now >= (people[author]?.createdAt ?? 0) + DAY) return undefined;
  const posts = leagues.flatMap((league) => league.posts.filter((post) => post.author === author));
  if (posts.length >= NEWCOMER_POSTS.day) return 'day';
  const latest = posts.filter(({ createdAt }) => createdAt > now - MINUTE);
  return latest.length >= NEWCOMER_POSTS.minute ? 'minute' : undefined;
}
