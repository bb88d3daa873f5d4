import { z } from 'zod';
import { USERNAME_MAX } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { hidden } from './hidden-content.ts';
import { show } from './shows.ts';
import { hitRate, songCalls } from './statistics.ts';
import { hasInvisibleCharacters, identityKey } from './text.ts';

/** In the order of a fan's page. `achievements.ts` has their rules, which few pages load. */
const ACHIEVEMENT_NAMES = [
  'bookends',
  'setlistInHand',
  'halfTheNight',
  'century',
  'onThePodium',
  'regular',
  'lifer',
] as const;
export type AchievementName = (typeof ACHIEVEMENT_NAMES)[number];

/** `showId` is the first show that earned it, `times` the number of shows that did. */
export const achievement = z
  .object({ name: z.enum(ACHIEVEMENT_NAMES), showId: z.uuid(), times: z.int() })
  .meta({ id: 'Achievement' });
export type Achievement = z.output<typeof achievement>;

export const FAN_NOT_FOUND = "There's no fan with this name.";

/** Names that differ only in case belong to the same fan, as at signup. */
export const fanName = z
  .string()
  .max(USERNAME_MAX, FAN_NOT_FOUND)
  .refine((name) => !hasInvisibleCharacters(name), FAN_NOT_FOUND)
  .overwrite(identityKey);

/** `total` is the number of fans with points for the show. */
export const fanResult = z
  .object({
    show: show.pick({
      id: true,
      name: true,
      city: true,
      state: true,
      country: true,
      date: true,
      timeZone: true,
      tourName: true,
    }),
    points: z.int(),
    rank: z.int(),
    total: z.int(),
  })
  .meta({ id: 'FanResult' });
export type FanResult = z.output<typeof fanResult>;

/** The fan's place among the `total` fans with points in the tour's scored shows. */
export const fanTour = z
  .object({
    name: z.string(),
    showCount: z.int(),
    points: z.int(),
    rank: z.int(),
    total: z.int(),
    /** Whether none of its shows is still to come, so that it has a recap. */
    isOver: z.boolean(),
  })
  .meta({ id: 'FanTour' });
export type FanTour = z.output<typeof fanTour>;

/** Derived from scored shows only, not from predictions without points. Hidden fields are null. */
export const fan = z
  .object({
    userId: z.uuid(),
    username: z.string(),
    memberSince: z.iso.datetime(),
    bio: z.string().nullable(),
    bioHidden: hidden,
    location: z.string().nullable(),
    favoriteSong: z.string().nullable(),
    homeVenue: z.string().nullable(),
    totalPoints: z.int(),
    gamesPlayed: z.int(),
    averageScore: z.string(),
    /** On the global leaderboard; null if the fan has no scored show. */
    rank: z.int().nullable(),
    hitRates: z.object({ opener: hitRate, closer: hitRate, exact: hitRate, any: hitRate }),
    /** Both are empty if the fan's sheets are private, because they reveal picks. */
    bestCalls: z.array(songCalls),
    achievements: z.array(achievement),
    /** In the order of their latest shows, like the results. */
    tours: z.array(fanTour),
    results: z.array(fanResult),
  })
  .meta({ id: 'Fan' });
export type Fan = z.output<typeof fan>;

export const getFan = endpoint('getFan', {
  method: 'GET',
  path: '/api/fans/{username}',
  tag: 'fans',
  who: 'user',
  summary: "Get a fan's page: profile, results of scored shows, statistics and achievements",
  params: z.object({ username: fanName }),
  status: 200,
  returns: fan,
  dependsOn: ['profile', 'totals', 'show', 'song'],
});
