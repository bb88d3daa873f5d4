import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { listLeagueBans } from '#contract/league-bans.ts';
import {
  getLeagueSeason,
  getLeagueSheets,
  getLeagueTonight,
  listLeagueNights,
} from '#contract/league-boards.ts';
import { type LeaguePost, listLeaguePosts } from '#contract/league-talk.ts';
import { getLeague, type League, listLeagueMembers, type Member } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { listShows } from '#contract/shows.ts';
import { sampleSongId } from './live-show-samples.ts';
import { FAN, sampleShow } from './site-samples.ts';
import { createTestSite } from './test-site.tsx';

export const SHOW = sampleShow(30);
export const ME: Member = { userId: FAN.id, username: FAN.username };
export const TEASEL: Member = { userId: sampleSongId(2), username: 'teasel' };

export const LEAGUE: League = {
  ...{ id: sampleSongId(1), name: 'Rail riders', color: 'teal', isListed: false, memberCount: 2 },
  ...{ owner: ME, isMember: true, invitation: null, hidden: null },
  startsFrom: { showId: SHOW.id, name: SHOW.name, date: SHOW.date, timeZone: SHOW.timeZone },
};

type LeagueData = {
  members: Member[];
  bans: Member[];
  missing: Member[];
  missingCount: number;
  nudgesEndAt: string;
  nudge: { username: string | null; createdAt: string } | null;
  posts: LeaguePost[];
};

export async function openLeague(fields: Partial<LeagueData> = {}, prepare?: (site: Site) => void) {
  const data: LeagueData = {
    ...{ members: [ME, TEASEL], bans: [], missing: [], missingCount: 0, posts: [] },
    ...{ nudge: null, nudgesEndAt: SHOW.date },
    ...fields,
  };
  const site = createTestSite();
  site.respond(getLeague, LEAGUE);
  site.respond(getLeagueSheets, () => ({
    show: { ...SHOW, status: 'open' as const },
    submitted: 0,
    missing: data.missing,
    missingCount: data.missingCount,
    nudgesEndAt: data.nudgesEndAt,
    nudge: data.nudge,
  }));
  site.respond(listLeaguePosts, ({ query }) => (query.includes('offset=0') ? data.posts : []));
  site.respond(getLeagueTonight, { show: null, total: 0, rows: [] });
  site.respond(getLeagueSeason, []);
  site.respond(listLeagueNights, []);
  site.respond(listLeagueBans, () => data.bans);
  site.respond(listLeagueMembers, ({ query }) =>
    (query.includes('offset=0') ? data.members : []).map((member) => ({
      ...{ ...member, joinedAt: SHOW.date, isOwner: member.userId === ME.userId },
    })),
  );
  site.respond(listShows, [sampleShow(10, { id: sampleSongId(3) }), SHOW]);
  prepare?.(site);
  await site.open(paths.league({ id: LEAGUE.id }), FAN);
  async function choose(action: string) {
    await site.user.click(screen.getByRole('button', { name: 'Actions for teasel' }));
    await site.user.click(await screen.findByRole('menuitem', { name: action }));
    const confirmation = within(await screen.findByRole('alertdialog'));
    await site.user.click(confirmation.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  return { ...site, data, choose };
}

type Site = ReturnType<typeof createTestSite>;

export const expectFocus = (list: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: list })));
