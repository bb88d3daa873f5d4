import type { Case } from '../moderation/cases.ts';
import type { Post } from '../posts/rules.ts';
import type { Show, Tour } from '../tour.ts';

/** People are indexes in `people`. */
export interface League {
  id: string;
  name: string;
  isListed: boolean;
  owner: number;
  /** The first show that counts. Null if it was deleted. */
  startShowId: string | null;
  /** The start show's date when it was chosen. Applies if that show is deleted. */
  startsAt: number;
  invitation: string;
  formerInvitation: string | null;
  members: { person: number; joinedAt: number }[];
  bannedPeople: number[];
  /** Oldest first. Includes the posts of members who left. */
  posts: Post[];
  nudges: Nudge[];
  case: Case | undefined;
}

interface Nudge {
  showId: string;
  person: number;
  createdAt: number;
}

export function isMember(league: League, person: number): boolean {
  return league.members.some((member) => member.person === person);
}

/** Only its members see an invite-only league. Even administrators don't. */
export function isVisible(league: League, person: number): boolean {
  return league.isListed || isMember(league, person);
}

/** The first is the longest-standing member, who becomes the owner if the owner leaves. */
export function sortMembers({ people }: Tour, { members }: League): League['members'] {
  const findId = (person: number) => people[person]?.userId ?? '';
  return members.toSorted(
    (a, b) => a.joinedAt - b.joinedAt || (findId(a.person) < findId(b.person) ? -1 : 1),
  );
}

/** Every member's shows count from the league's start, no matter when they joined. */
export function listCountingShows({ shows }: Tour, { startShowId, startsAt }: League): Show[] {
  const start = shows.find(({ id }) => id === startShowId)?.date ?? startsAt;
  return shows.filter(({ date }) => date >= start);
}
