import { DAY, HOUR, type Person } from '../tour.ts';

/** Far below the product's limits, so that stories reach them. The server runs with these too. */
export const LIMITS = {
  privateMembers: 4,
  listedMembers: 6,
  leaguesPerFan: 2,
  newLeaguesPerDay: 1,
  joinsPerHour: 2,
};

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
