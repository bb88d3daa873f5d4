import { z } from 'zod';
import { endpoint, hasChanges, id, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import { hidden } from './hidden-content.ts';
import { pageQuery } from './leaderboards.ts';
import { hasInvisibleCharacters, isVisible } from './text.ts';

export const LEAGUE_NAME_MAX = 60;

/** The simulation uses lower limits, so that its stories reach them. */
export interface LeagueLimits {
  privateMembers: number;
  listedMembers: number;
  leaguesPerFan: number;
  newLeaguesPerDay: number;
  joinsPerHour: number;
}

export const LEAGUE_LIMITS: LeagueLimits = {
  privateMembers: 50,
  listedMembers: 5_000,
  leaguesPerFan: 20,
  newLeaguesPerDay: 5,
  joinsPerHour: 30,
};

export const WRONG_INVITATIONS_PER_HOUR = 120;

export const INVITATION_INITIALS = 5;

export const LEAGUE_COLORS = ['plum', 'blue', 'teal', 'green', 'rust', 'rose'] as const;

export const LEAGUE_FULL = 'This league is full';
export const BANNED_FROM_LEAGUE = "You can't join this league";

export function maxMembers({ isListed }: { isListed: boolean }, limits = LEAGUE_LIMITS): number {
  return isListed ? limits.listedMembers : limits.privateMembers;
}

const leagueName = z
  .string({ error: ({ input }) => (input === undefined ? 'Enter a name' : undefined) })
  .trim()
  .min(1, 'Enter a name')
  .max(LEAGUE_NAME_MAX, `Name must be at most ${LEAGUE_NAME_MAX} characters`)
  .refine(isVisible, 'Name must have a visible letter, digit or symbol')
  .refine((name) => !hasInvisibleCharacters(name), 'Name contains invisible or control characters');

const leagueFields = z.object({
  name: leagueName,
  color: z.enum(LEAGUE_COLORS, 'Choose a color'),
  isListed: z.boolean(),
  startShowId: id('Choose a show'),
});

export const createLeagueBody = leagueFields;
export const updateLeagueBody = leagueFields.partial().refine(hasChanges, NOTHING_TO_CHANGE);

export const leagueItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    color: z.enum(LEAGUE_COLORS),
    isListed: z.boolean(),
    memberCount: z.int(),
    hidden,
  })
  .meta({ id: 'LeagueItem' });
export type LeagueItem = z.output<typeof leagueItem>;

export const member = z.object({ userId: z.uuid(), username: z.string() });
export type Member = z.output<typeof member>;

export const league = leagueItem
  .extend({
    owner: member,
    /** `showId` and `name` are null and `timeZone` is UTC if the show was deleted. */
    startsFrom: z.object({
      showId: z.uuid().nullable(),
      name: z.string().nullable(),
      date: z.iso.datetime(),
      timeZone: z.string(),
    }),
    isMember: z.boolean(),
    invitation: z.string().nullable(),
  })
  .meta({ id: 'League' });
export type League = z.output<typeof league>;

export const leagueMember = member
  .extend({ joinedAt: z.iso.datetime(), isOwner: z.boolean() })
  .meta({ id: 'LeagueMember' });
export type LeagueMember = z.output<typeof leagueMember>;

export const memberParams = z.object({ id: id('Not found'), userId: id('Not found') });
export const memberBody = z.object({ userId: id('Choose a member') });

export const listMyLeagues = endpoint('listMyLeagues', {
  method: 'GET',
  path: '/api/leagues',
  tag: 'leagues',
  who: 'user',
  summary: 'List the leagues that you are a member of',
  status: 200,
  returns: z.array(leagueItem),
  dependsOn: ['league'],
});

export const listListedLeagues = endpoint('listListedLeagues', {
  method: 'GET',
  path: '/api/leagues/listed',
  tag: 'leagues',
  who: 'user',
  summary: 'List the leagues that anyone can join, newest first; X-Total-Count has the total',
  query: pageQuery,
  status: 200,
  returns: z.array(leagueItem),
  dependsOn: ['league'],
});

export const createLeague = endpoint('createLeague', {
  method: 'POST',
  path: '/api/leagues',
  tag: 'leagues',
  who: 'user',
  summary: 'Create a league that you own',
  body: createLeagueBody,
  status: 201,
  returns: league,
});

export const getLeague = endpoint('getLeague', {
  method: 'GET',
  path: '/api/leagues/{id}',
  tag: 'leagues',
  who: 'user',
  summary: 'Get a league; 404 if it is invite-only and you are not a member',
  params: idParams,
  status: 200,
  returns: league,
  dependsOn: ['league:{id}', 'show', 'username'],
});

export const updateLeague = endpoint('updateLeague', {
  method: 'PATCH',
  path: '/api/leagues/{id}',
  tag: 'leagues',
  who: 'user',
  summary: 'Change your league; 409 if it has too many members to be invite-only',
  params: idParams,
  body: updateLeagueBody,
  status: 200,
  returns: league,
});

export const handOverLeague = endpoint('handOverLeague', {
  method: 'POST',
  path: '/api/leagues/{id}/owner',
  tag: 'leagues',
  who: 'user',
  summary: 'Make another member the owner of your league',
  params: idParams,
  body: memberBody,
  status: 200,
  returns: league,
});

export const listLeagueMembers = endpoint('listLeagueMembers', {
  method: 'GET',
  path: '/api/leagues/{id}/members',
  tag: 'leagues',
  who: 'user',
  summary: "List a league's members, longest first; X-Total-Count has the total",
  params: idParams,
  query: pageQuery,
  status: 200,
  returns: z.array(leagueMember),
  dependsOn: ['league:{id}', 'username'],
});

export const joinLeague = endpoint('joinLeague', {
  method: 'POST',
  path: '/api/leagues/{id}/members',
  tag: 'leagues',
  who: 'user',
  summary: 'Join a listed league',
  params: idParams,
  status: 200,
  returns: league,
});

export const leaveLeague = endpoint('leaveLeague', {
  method: 'DELETE',
  path: '/api/leagues/{id}/members/me',
  tag: 'leagues',
  who: 'user',
  summary:
    'Leave a league. The longest-standing member becomes the owner of yours; the last one to leave deletes it',
  params: idParams,
  status: 204,
});

export const removeLeagueMember = endpoint('removeLeagueMember', {
  method: 'DELETE',
  path: '/api/leagues/{id}/members/{userId}',
  tag: 'leagues',
  who: 'user',
  summary: 'Remove a member from your league; they can join again',
  params: memberParams,
  status: 204,
});
