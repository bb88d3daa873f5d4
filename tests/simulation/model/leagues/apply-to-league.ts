import type { Expected, ServerIds } from '../apply.ts';
import { isBlockBetween } from '../blocks/blocks.ts';
import { isMuted } from '../moderation/cases.ts';
import { addPost, rejectPost } from '../posts/rules.ts';
import type { Tour } from '../tour.ts';
import { isMember, isVisible, type League, sortMembers } from './league.ts';
import { countAttempt, LIMITS } from './limits.ts';
import { nudge } from './nudges.ts';
import type { LeagueRequest } from './requests.ts';

type OwnRequest = Extract<
  LeagueRequest,
  {
    kind: 'edit league' | 'remove member' | 'ban' | 'lift ban' | 'hand over' | 'replace invitation';
  }
>;

export function applyToLeague(
  tour: Tour,
  request: LeagueRequest & { actor: number },
  ids: ServerIds,
): Expected {
  if (request.kind === 'create league') return createLeague(tour, request, ids);
  const { actor } = request;
  const league = tour.leagues.find(({ id }) => id === request.leagueId);
  switch (request.kind) {
    case 'join':
      return request.invitation
        ? joinByInvitation(tour, request.invitation, actor)
        : joinListed(tour, league, actor);
    case 'leave':
      if (!league || !isVisible(league, actor)) return { status: 404 };
      leave(tour, league, actor);
      return { status: 204 };
    case 'nudge':
      return nudge(tour, league, request);
    case 'post':
    case 'delete post':
      // Only members can read and write league posts, even if the league is listed.
      if (!league || !isMember(league, actor)) return { status: 404 };
      if (request.kind === 'delete post') return deletePost(league, request);
      return (
        rejectPost(tour, actor, request.content) ??
        addPost(tour, league.posts, { id: ids.id, author: actor, content: request.content })
      );
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
  const person = tour.people[owner];
  const attempts = person && countAttempt(person, 'create league', tour.now);
  if (!attempts) return { status: 429 };
  // A rejected request doesn't count.
  attempts.count -= 1;
  if (isMuted(tour, owner)) return { status: 403 };
  const startsAt = tour.shows.find((show) => show.id === startShowId)?.date;
  if (startsAt === undefined) return { status: 400 };
  if (isInTooManyLeagues(tour, owner)) return TOO_MANY_LEAGUES;
  attempts.count += 1;
  const members = [{ person: owner, joinedAt: tour.now }];
  const emptyFields = {
    ...{ bannedPeople: [], posts: [], nudges: [] },
    ...{ formerInvitation: null, case: undefined },
  };
  tour.leagues.push({
    ...{ id, name, isListed, owner, startShowId, startsAt, invitation, members },
    ...emptyFields,
  });
  return { status: 201 };
}

const TOO_MANY_LEAGUES = {
  status: 409,
  message: `You can be in ${LIMITS.leaguesPerFan} leagues. Leave one first.`,
};

function isInTooManyLeagues({ leagues }: Tour, person: number): boolean {
  return leagues.filter((league) => isMember(league, person)).length >= LIMITS.leaguesPerFan;
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
  const { isListed = league.isListed } = fields;
  // A request without a change is accepted, even if the league has grown too large.
  const isChange =
    name !== league.name || isListed !== league.isListed || startShowId !== league.startShowId;
  if (!isChange) return { status: 200 };
  if (name !== league.name && isMuted(tour, league.owner)) return { status: 403 };
  if (league.members.length > maxMembers({ isListed })) return { status: 409 };
  if (startShowId !== league.startShowId) {
    const startsAt = tour.shows.find(({ id }) => id === startShowId)?.date;
    if (startsAt === undefined) return { status: 400 };
    league.startsAt = startsAt;
  }
  Object.assign(league, fields);
  return { status: 200 };
}

/** A block between the fan and the league's owner invalidates the invitation. */
function joinByInvitation(tour: Tour, invitation: string, person: number): Expected {
  if (!countsJoin(tour, person)) return { status: 429 };
  const league = tour.leagues.find((candidate) => candidate.invitation === invitation);
  if (!league || isBlockBetween(tour, league.owner, person)) return { status: 404 };
  return join(tour, league, person);
}

function joinListed(tour: Tour, league: League | undefined, person: number): Expected {
  if (!league || !isVisible(league, person)) return { status: 404 };
  return countsJoin(tour, person) ? join(tour, league, person) : { status: 429 };
}

function countsJoin({ people, now }: Tour, person: number): boolean {
  const fan = people[person];
  return fan !== undefined && countAttempt(fan, 'join', now) !== undefined;
}

function join(tour: Tour, league: League, person: number): Expected {
  if (isMember(league, person)) return { status: 200 };
  if (league.bannedPeople.includes(person)) return { status: 403 };
  if (league.members.length >= maxMembers(league))
    return { status: 409, message: 'This league is full' };
  if (isInTooManyLeagues(tour, person)) return TOO_MANY_LEAGUES;
  league.members.push({ person, joinedAt: tour.now });
  return { status: 200 };
}

function maxMembers({ isListed }: { isListed: boolean }): number {
  return isListed ? LIMITS.listedMembers : LIMITS.privateMembers;
}

/** The longest-standing member becomes the owner. The last member's league is deleted. */
function leave(tour: Tour, league: League, person: number): void {
  league.members = league.members.filter((member) => member.person !== person);
  const [next] = sortMembers(tour, league);
  if (!next) tour.leagues = tour.leagues.filter((other) => other !== league);
  else if (league.owner === person) league.owner = next.person;
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
