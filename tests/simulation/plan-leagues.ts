import { choose, type Dice } from './dice.ts';
import { type BlockRequest, isBlockBetween } from './model/blocks/blocks.ts';
import { isMember, isVisible, type League, listCountingShows } from './model/leagues/league.ts';
import { isSomeoneMissing, nudgesEndAt } from './model/leagues/nudges.ts';
import type { LeagueRequest } from './model/leagues/requests.ts';
import { computeFingerprint, isMuted } from './model/moderation/cases.ts';
import type { ModerationRequest } from './model/moderation/requests.ts';
import { isNewcomer } from './model/posts/rules.ts';
import type { Request } from './model/requests.ts';
import { acceptsPredictions, listActors, type Tour } from './model/tour.ts';
import { planContent } from './plan-posts.ts';

export function planLeagueRequest(
  tour: Tour,
  kind: LeagueRequest['kind'],
  dice: Dice,
  actor: number,
): Request | undefined {
  if (kind === 'create league') {
    const show = choose(tour.shows, dice.show);
    if (!show || tour.leagues.length >= 6) return undefined;
    const fields = { name: chooseName(dice), isListed: dice.variant % 2 === 0 };
    return { kind, actor, ...fields, startShowId: show.id };
  }
  const nudge = kind === 'nudge' ? chooseNudge(tour, dice) : undefined;
  if (nudge) return nudge;
  const { league, fan } = chooseRestricted(tour, kind, dice) ?? {
    league: choose(tour.leagues, dice.row, (candidate) => canAct(candidate, kind, actor)),
    fan: actor,
  };
  if (!league) return undefined;
  const fields = { actor: chooseActor(tour, league, kind, dice) ?? fan, leagueId: league.id };
  switch (kind) {
    case 'edit league':
      return { kind, ...fields, fields: planFields(tour, dice) };
    case 'join':
      return { kind, ...fields, invitation: chooseInvitation(league, dice) };
    case 'leave':
    case 'replace invitation':
      return { kind, ...fields };
    case 'nudge': {
      const show = choose(listCountingShows(tour, league), dice.show, (candidate) =>
        acceptsPredictions(candidate, tour.now),
      );
      return show && { kind, ...fields, showId: show.id };
    }
    case 'post':
      return { kind, ...fields, content: planContent(dice) };
    case 'delete post': {
      const post = choose(league.posts, dice.song, ({ author }) => author === fields.actor);
      return post && { kind, ...fields, postId: post.id };
    }
    case 'lift ban':
    case 'remove member':
    case 'ban':
    case 'hand over': {
      const people =
        kind === 'lift ban' ? league.bannedPeople : league.members.map(({ person }) => person);
      const index = choose(people, dice.song, (person) => person !== league.owner);
      const person = tour.people[index ?? dice.place % tour.people.length];
      return person && { kind, ...fields, userId: person.userId };
    }
  }
}

/** A third of the time, chooses a fan who is restricted in a league. */
function chooseRestricted(
  tour: Tour,
  kind: LeagueRequest['kind'],
  { variant, person }: Dice,
): { league: League; fan: number } | undefined {
  if (variant % 3 !== 1) return undefined;
  const pairs = tour.leagues.flatMap((league) =>
    listActors(tour, { isAdmin: false }).map((fan) => ({ league, fan })),
  );
  const restricted = pairs.filter(({ league, fan }) => {
    if (kind === 'join')
      return league.bannedPeople.includes(fan) || isBlockBetween(tour, league.owner, fan);
    if (kind !== 'post' && kind !== 'nudge') return false;
    const isLimited = kind === 'post' && isNewcomer(tour, fan);
    return isMember(league, fan) && (isMuted(tour, fan) || isLimited);
  });
  return choose(restricted, person);
}

/** Two thirds of the time, chooses a nudge that only the current time can make invalid. */
function chooseNudge(tour: Tour, { variant, person }: Dice): Request | undefined {
  if (variant % 3 === 1) return undefined;
  const fans = listActors(tour, { isAdmin: false }).filter((fan) => !isMuted(tour, fan));
  const nudges = tour.leagues.flatMap((league) =>
    listCountingShows(tour, league)
      .filter(
        (show) =>
          acceptsPredictions(show, tour.now) &&
          !league.nudges.some(({ showId }) => showId === show.id),
      )
      .flatMap((show) =>
        fans
          .filter((fan) => isMember(league, fan) && isSomeoneMissing(tour, league, { fan, show }))
          .map((fan) => ({ league, fan, show })),
      ),
  );
  const nudge = choose(nudges, person, ({ show }) => tour.now > nudgesEndAt(show));
  return (
    nudge && {
      ...{ kind: 'nudge', actor: nudge.fan },
      ...{ leagueId: nudge.league.id, showId: nudge.show.id },
    }
  );
}

function chooseActor(
  { people }: Tour,
  { owner }: League,
  kind: LeagueRequest['kind'],
  { variant }: Dice,
): number | undefined {
  const isForAnyone = ['join', 'leave', 'nudge', 'post', 'delete post'].includes(kind);
  return isForAnyone || variant % 4 === 0 || people[owner]?.isQuiet ? undefined : owner;
}

function canAct(league: League, kind: LeagueRequest['kind'], actor: number): boolean {
  if (kind === 'join') return !isMember(league, actor);
  if (kind === 'delete post') return isMember(league, actor) && league.posts.length > 0;
  return ['leave', 'nudge', 'post'].includes(kind)
    ? isMember(league, actor)
    : league.owner === actor;
}

function planFields(tour: Tour, dice: Dice) {
  const show = choose(tour.shows, dice.show);
  if (dice.variant % 3 === 0 && show) return { startShowId: show.id };
  return dice.variant % 3 === 1 ? { isListed: dice.place % 2 === 0 } : { name: chooseName(dice) };
}

function chooseInvitation(league: League, { variant }: Dice): string | undefined {
  if (variant % 6 === 5) return league.formerInvitation ?? '0'.repeat(22);
  return league.isListed && variant % 2 === 0 ? undefined : league.invitation;
}

const NAMES = ['Rail riders', 'Back row', 'Lot lizards', 'Taper section'];

function chooseName({ song }: Dice): string {
  return NAMES[song % NAMES.length] ?? '';
}

/** Usually blocks a fan who owns a league or has posted, or unblocks a blocked fan. */
export function planBlockRequest(
  tour: Tour,
  kind: BlockRequest['kind'],
  { place }: Dice,
  actor: number,
): Request | undefined {
  const { people, leagues, blocks } = tour;
  const person = choose([...people.keys()], place, (other) =>
    kind === 'block'
      ? leagues.some(({ owner, posts }) => owner === other || posts.at(-1)?.author === other)
      : blocks.some(({ person, blocked }) => person === actor && blocked === other),
  );
  const userId = people[person ?? 0]?.userId ?? '';
  return { kind, actor, userId };
}

/** Plans a report of a league's name, sometimes by an administrator, or a decision. */
export function planModerationRequest(
  tour: Tour,
  kind: ModerationRequest['kind'],
  dice: Dice,
  { fan, admin }: { fan: number; admin: number },
): Request | undefined {
  if (kind === 'report') {
    const actor = dice.variant % 6 === 0 ? admin : fan;
    const league = choose(
      tour.leagues,
      dice.row,
      (candidate) => candidate.owner !== actor && isVisible(candidate, actor),
    );
    return league && { kind, actor, leagueId: league.id };
  }
  const league = choose(tour.leagues, dice.row, ({ case: found }) => found !== undefined);
  const { id: caseId, decisions = 0 } = league?.case ?? {};
  if (!league || !caseId) return undefined;
  const content = dice.variant % 2 === 0 ? 'show' : 'hide';
  const author = (['none', 'none', 'warn', 'mute'] as const)[dice.place % 4] ?? 'none';
  const isAbuse = content === 'show' && author === 'none' && dice.song % 2 === 0;
  // Another administrator was faster.
  const version = dice.song % 8 === 7 ? decisions + 1 : decisions;
  // The owner renamed the league.
  const seen = dice.song % 8 === 6 ? { ...league, name: `${league.name}s` } : league;
  const fingerprint = computeFingerprint(tour, seen);
  const decision = { caseId, version, fingerprint, content, author, isAbuse } as const;
  return { kind, actor: admin, leagueId: league.id, ...decision };
}
