import type { Expected, ServerIds } from '../apply.ts';
import { isMuted } from '../moderation/cases.ts';
import { DAY, MINUTE, type Tour } from '../tour.ts';
import { isMember, isVisible, type League, sortMembers } from './league.ts';
import type { LeagueRequest } from './requests.ts';

type OwnRequest = Extract<
  LeagueRequest,
  {
    kind: 'edit league' | 'remove member' | 'ban' | 'lift ban' | 'hand over' | 'replace invitation';
  }
>;

/** Applies a fan's request in a league. */
export function applyToLeague(
  tour: Tour,
  request: LeagueRequest & { actor: number },
  ids: ServerIds,
): Expected {
  if (request.kind === 'create league') return createLeague(tour, request, ids);
  const { actor } = request;
  const league = tour.leagues.find(({ id }) => id === request.leagueId);
  switch (request.kind) {
    case 'join': {
      const invited = tour.leagues.find(({ invitation }) => invitation === request.invitation);
      const joined = request.invitation ? invited : league;
      if (!joined || !(request.invitation || isVisible(joined, actor))) return { status: 404 };
      return join(tour, joined, actor);
    }
    case 'leave':
      if (!league || !isVisible(league, actor)) return { status: 404 };
      leave(tour, league, actor);
      return { status: 204 };
    case 'post':
    case 'delete post':
      // Only members read and write the talk, also a listed league's.
      if (!league || !isMember(league, actor)) return { status: 404 };
      return request.kind === 'post'
        ? addPost(tour, league, request, ids)
        : deletePost(league, request);
    default:
      if (!league || !isVisible(league, actor)) return { status: 404 };
      return league.owner === actor
        ? applyToOwnLeague(tour, league, request, ids)
        : { status: 403 };
  }
}

function createLeague(
  tour: Tour,
  request: Extract<LeagueRequest, { kind: 'create league' }> & { actor: number },
  { id, invitation }: ServerIds,
): Expected {
  const { actor: owner, name, isListed, startShowId } = request;
  if (isMuted(tour, owner)) return { status: 403 };
  const startsAt = tour.shows.find((show) => show.id === startShowId)?.date;
  if (startsAt === undefined) return { status: 400 };
  const members = [{ person: owner, joinedAt: tour.now }];
  const emptyFields = { bannedPeople: [], posts: [], formerInvitation: null, case: undefined };
  tour.leagues.push({
    ...{ id, name, isListed, owner, startShowId, startsAt, invitation, members },
    ...emptyFields,
  });
  return { status: 201 };
}

function applyToOwnLeague(
  tour: Tour,
  league: League,
  request: OwnRequest,
  ids: ServerIds,
): Expected {
  if (request.kind === 'edit league') return editLeague(tour, league, request);
  if (request.kind === 'replace invitation') {
    Object.assign(league, { formerInvitation: league.invitation, invitation: ids.invitation });
    return { status: 200 };
  }
  const person = tour.people.findIndex(({ userId }) => userId === request.userId);
  if (request.kind === 'lift ban') {
    if (!league.bannedPeople.includes(person)) return { status: 404 };
    league.bannedPeople = league.bannedPeople.filter((banned) => banned !== person);
    return { status: 204 };
  }
  if (request.kind === 'hand over') {
    if (!isMember(league, person)) return { status: 404 };
    league.owner = person;
    return { status: 200 };
  }
  if (person === league.owner) return { status: 409 };
  if (!isMember(league, person)) return { status: 404 };
  league.members = league.members.filter((member) => member.person !== person);
  if (request.kind === 'ban') league.bannedPeople.push(person);
  return { status: 204 };
}

function editLeague(
  tour: Tour,
  league: League,
  { fields }: Extract<LeagueRequest, { kind: 'edit league' }>,
): Expected {
  const { name = league.name, startShowId = league.startShowId } = fields;
  if (name !== league.name && isMuted(tour, league.owner)) return { status: 403 };
  if (startShowId !== league.startShowId) {
    const startsAt = tour.shows.find(({ id }) => id === startShowId)?.date;
    if (startsAt === undefined) return { status: 400 };
    league.startsAt = startsAt;
  }
  Object.assign(league, fields);
  return { status: 200 };
}

function join(tour: Tour, league: League, person: number): Expected {
  if (isMember(league, person)) return { status: 200 };
  if (league.bannedPeople.includes(person)) return { status: 403 };
  league.members.push({ person, joinedAt: tour.now });
  return { status: 200 };
}

/** An owner hands over to the longest-standing member. The last member's league is deleted. */
function leave(tour: Tour, league: League, person: number): void {
  league.members = league.members.filter((member) => member.person !== person);
  const [next] = sortMembers(tour, league);
  if (!next) tour.leagues = tour.leagues.filter((other) => other !== league);
  else if (league.owner === person) league.owner = next.person;
}

function addPost(
  tour: Tour,
  league: League,
  { actor: author, content }: { actor: number; content: string },
  { id }: ServerIds,
): Expected {
  if (isMuted(tour, author)) return { status: 403 };
  if (hasReachedLimit(tour, author)) return { status: 429 };
  const latest = league.posts.at(-1)?.createdAt ?? 0;
  league.posts.push({ id, author, content, createdAt: Math.max(tour.now, latest + 1) });
  return { status: 201 };
}

/** A new account posts at most ten times a minute and sixty times a day. */
function hasReachedLimit({ leagues, people, now }: Tour, author: number): boolean {
  const createdAt = people[author]?.createdAt ?? 0;
  if (now >= createdAt + DAY) return false;
  const posts = leagues.flatMap((league) => league.posts.filter((post) => post.author === author));
  return posts.length >= 60 || posts.filter((post) => post.createdAt > now - MINUTE).length >= 10;
}

function deletePost(
  league: League,
  { actor, postId }: { actor: number; postId: string },
): Expected {
  const post = league.posts.find(({ id }) => id === postId);
  if (!post) return { status: 404 };
  if (post.author !== actor && league.owner !== actor) return { status: 403 };
  league.posts = league.posts.filter((other) => other !== post);
  return { status: 204 };
}
