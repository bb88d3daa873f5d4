import type { Topic } from '#contract/freshness.ts';
import type { MyShowRow, ShowRow } from '#contract/leaderboards.ts';
import { diffSetlists, type Standings } from '#contract/live-shows.ts';
import type { RealtimeMessage } from '#contract/realtime.ts';
import type { SetlistEntry } from '#contract/setlists.ts';

export const SHOW_ID = '00000000-0000-4000-8000-000000000001';

export function sampleSongId(song: number): string {
  return `00000001-0000-4000-8000-${String(song).padStart(12, '0')}`;
}

export function setlistEntry(
  row: number,
  { song = row, position = row, version = row } = {},
): SetlistEntry {
  const songId = sampleSongId(song);
  return {
    id: `00000002-0000-4000-8000-${String(row).padStart(12, '0')}`,
    showId: SHOW_ID,
    songId,
    position,
    playedAt: null,
    isCloser: false,
    notes: null,
    setLabel: null,
    segue: false,
    breakAfter: null,
    source: null,
    version,
    song: { id: songId, title: `Song ${song}` },
  };
}

export const leaderboardRow = (rank: number, totalPoints: number): ShowRow => ({
  rank,
  userId: `00000003-0000-4000-8000-00000000000${rank}`,
  username: `Rank ${rank}`,
  totalPoints,
});

export const myRow = (rank: number, totalPoints: number, behind = 0): MyShowRow => ({
  ...leaderboardRow(rank, totalPoints),
  behind,
});

/** The first twenty of 900 fans have 100 to 81 points. */
export const standings: Standings = {
  total: 900,
  top: Array.from({ length: 20 }, (_, n) => leaderboardRow(n + 1, 100 - n)),
  ranks: [
    [100, 1],
    [41, 500],
    [10, 800],
  ],
};

export function createMessage(
  version: number,
  fields: Partial<RealtimeMessage['data']>,
  event: RealtimeMessage['event'] = 'setlist:update',
): RealtimeMessage {
  const topics = [event === 'setlist:update' ? ('setlist' as const) : ('standings' as const)];
  return { event, data: { showId: SHOW_ID, version, audience: 5_000, topics, ...fields } };
}

export const createSongDelta = (
  before: SetlistEntry[],
  after: SetlistEntry[],
  version = after.length,
) => createMessage(version, { setlist: diffSetlists(before, after), standings });

export const createTopicDelta = (subjectId: string | null, topic: Topic, ...topics: Topic[]) => ({
  event: 'topic:update' as const,
  data: {
    topic,
    subjectId,
    version: 0,
    audience: 1,
    ...(topics.length > 0 && { topics: [topic, ...topics] }),
  },
});
