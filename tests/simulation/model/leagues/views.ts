import { isBlockBetween } from '../blocks/blocks.ts';
import { viewPosts } from '../posts/threads.ts';
import { listActors, type Tour } from '../tour.ts';
import { formatInstant, type View } from '../views.ts';
import { listNights, viewSeason, viewSheets, viewTonight } from './boards.ts';
import { isMember, type League, sortMembers } from './league.ts';

export function listLeagueViews(tour: Tour): View[] {
  const fans = listActors(tour, { isAdmin: false });
  return [
    ...fans.map((actor) => ({
      ...{ actor, audience: `${actor}`, url: '/api/leagues', status: 200 },
      body: listOwnLeagues(tour, actor),
    })),
    {
      ...{ actor: fans[tour.editions % fans.length] ?? 0, url: '/api/leagues/listed', status: 200 },
      body: tour.leagues
        .filter(({ isListed }) => isListed)
        .map((league) => viewItem(league, false))
        .reverse(),
    },
    ...tour.leagues.flatMap((league) => listViewsOfLeague(tour, league, fans)),
  ];
}

function listOwnLeagues({ leagues }: Tour, actor: number) {
  return leagues
    .flatMap((league) => {
      const member = league.members.find(({ person }) => person === actor);
      return member ? [{ league, joinedAt: member.joinedAt }] : [];
    })
    .sort((a, b) => a.joinedAt - b.joinedAt || (a.league.id < b.league.id ? -1 : 1))
    .map(({ league }) => viewItem(league, league.owner === actor));
}

function listViewsOfLeague(tour: Tour, league: League, fans: readonly number[]): View[] {
  const choose = (people: readonly number[]) => people[tour.editions % people.length];
  const [insider, outsider, admin] = [
    choose(fans.filter((fan) => isMember(league, fan))),
    choose(fans.filter((fan) => !isMember(league, fan))),
    choose(listActors(tour, { isAdmin: true })),
  ];
  const { isListed, owner } = league;
  const url = `/api/leagues/${league.id}`;
  const as = (actor: number | undefined, audience: string) => (view: Omit<View, 'actor'>) =>
    actor === undefined ? [] : [{ ...view, actor, audience }];
  const ifListed = (body: unknown): Omit<View, 'actor'> =>
    isListed ? { url, status: 200, body } : { url, status: 404 };
  const boards = {
    members: viewMembers(tour, league),
    tonight: viewTonight(tour, league),
    season: viewSeason(tour, league),
    nights: listNights(tour, league),
  };
  const isQuiet = tour.people[owner]?.isQuiet;
  const member = choose(fans.filter((fan) => isMember(league, fan) && fan !== owner));
  const body = (isInsider: boolean, readsName: boolean) =>
    viewLeague(tour, league, { isInsider, readsName });
  return [
    ...as(isQuiet ? undefined : owner, 'owner')({ url, status: 200, body: body(true, true) }),
    ...as(member, 'member')({ url, status: 200, body: body(true, false) }),
    ...as(outsider, 'outsider')(ifListed(body(false, false))),
    ...as(admin, 'administrator')(ifListed(body(false, true))),
    ...Object.entries(boards).flatMap(([name, board]) => [
      ...as(
        isListed ? choose(fans) : insider,
        'member',
      )({
        ...{ url: `${url}/${name}`, status: 200, body: board },
      }),
      ...as(isListed ? undefined : outsider, 'outsider')({ url: `${url}/${name}`, status: 404 }),
    ]),
    ...fans
      .filter((fan) => isMember(league, fan))
      .flatMap((fan) => listMemberViews(tour, league, fan)),
    ...as(outsider, 'outsider')({ url: `${url}/sheets`, status: isListed ? 403 : 404 }),
    ...as(outsider, 'outsider')({ url: `${url}/posts`, status: 404 }),
    ...as(admin, 'administrator')({ url: `${url}/posts`, status: 404 }),
    ...listInvitationViews(tour, league, choose(fans) ?? 0),
  ];
}

/** Blocks hide posts and the name in a nudge, so each member has their own views. */
function listMemberViews(tour: Tour, league: League, actor: number): View[] {
  const url = `/api/leagues/${league.id}`;
  const reader = { actor, audience: `${actor}`, status: 200 };
  return [
    { ...reader, url: `${url}/sheets`, body: viewSheets(tour, league, actor) },
    { ...reader, url: `${url}/posts`, body: viewPosts(tour, league.posts, actor).reverse() },
  ];
}

/** A block between the fan and the league's owner invalidates the invitation. */
function listInvitationViews(tour: Tour, league: League, actor: number): View[] {
  const { invitation, formerInvitation, owner } = league;
  const reader = { actor, audience: `${actor}` };
  const url = `/api/invitations/${invitation}`;
  const { name, memberCount } = viewItem(league, owner === actor);
  const initials = sortMembers(tour, league)
    .slice(0, 5)
    .map(({ person }) => tour.people[person]?.username.replace(/[^a-z]/gi, '').slice(0, 2));
  const leagueId = isMember(league, actor) ? league.id : null;
  const body = { name, memberCount, initials, leagueId };
  return [
    isBlockBetween(tour, owner, actor)
      ? { ...reader, url, status: 404 }
      : { ...reader, url, status: 200, body },
    ...(formerInvitation
      ? [{ ...reader, url: `/api/invitations/${formerInvitation}`, status: 404 }]
      : []),
  ];
}

function viewItem(league: League, readsName: boolean) {
  const visibility = league.case?.visibility ?? 'visible';
  const isReadable = visibility === 'visible' || readsName;
  return {
    ...{ id: league.id, name: isReadable ? league.name : 'League', isListed: league.isListed },
    memberCount: league.members.length,
    hidden: visibility === 'visible' ? null : visibility,
  };
}

function viewLeague(
  { people, shows }: Tour,
  league: League,
  { isInsider, readsName }: { isInsider: boolean; readsName: boolean },
) {
  const owner = people[league.owner];
  const start = shows.find(({ id }) => id === league.startShowId);
  return {
    ...viewItem(league, readsName),
    owner: { userId: owner?.userId, username: owner?.username },
    startsFrom: {
      ...{ showId: start?.id ?? null, name: start?.name ?? null },
      date: formatInstant(start?.date ?? league.startsAt),
    },
    isMember: isInsider,
    invitation: isInsider ? league.invitation : null,
  };
}

function viewMembers(tour: Tour, league: League) {
  return sortMembers(tour, league).map(({ person, joinedAt }) => {
    const { userId, username } = tour.people[person] ?? {};
    const isOwner = person === league.owner;
    return { userId, username, joinedAt: formatInstant(joinedAt), isOwner };
  });
}
