/** `subjectId` is the ID of the event's show, song or fan. Null means all of them. */
export interface ChangeEvent {
  topic: string;
  subjectId: string | null;
}

/** Returns whether this fan's page refetches this response after this event. */
export function isRefetched(
  url: string,
  userId: string,
  { topic, subjectId }: ChangeEvent,
): boolean {
  const [, id] = /([0-9a-f-]{36})/.exec(url) ?? [];
  const matchesId = subjectId === null || subjectId === id;
  const isNewSong = topic === 'catalogue' && /^\/api\/(songs|statistics\/trending)/.test(url);
  const isMine = subjectId === null || subjectId === userId;
  // The blocked fan gets no event. Their pages show the block after their next request.
  if (topic === 'block' && /\/(blocks|posts|sheets)$|\/invitations\//.test(url)) return true;
  if (url === '/api/user/blocks') return topic === 'profile' || topic === 'username';
  if (url.startsWith('/api/invitations/')) return topic === 'league' || topic === 'username';
  if (url.startsWith('/api/leagues')) return isLeagueRefetched(url, topic, matchesId || !id);
  if (url.startsWith('/api/forums/'))
    return topic === 'username' || (['thread', 'newPost'].includes(topic) && matchesId);
  if (url.startsWith('/api/admin/reports')) return ['report', 'league', 'username'].includes(topic);
  if (url.startsWith('/api/fans/') || url.endsWith('/crowd'))
    return matchesId ? SHEET_TOPICS.includes(topic) : topic === 'song';
  if (url.endsWith('/setlist'))
    return matchesId ? SETLIST_TOPICS.includes(topic) : topic === 'song';
  if (url.startsWith('/api/leaderboard/show/'))
    return matchesId
      ? LEADERBOARD_TOPICS.includes(topic)
      : topic === 'username' || isOwn(topic, isMine);
  if (url.startsWith('/api/shows/') && id) return matchesId && topic === 'show';
  if (url.startsWith('/api/shows') || url.endsWith('/tour-patterns') || url.endsWith('/venues'))
    return topic === 'show';
  if (url.startsWith('/api/leaderboard')) return topic === 'totals' || topic === 'username';
  if (url === '/api/auth/user') return topic === 'totals' || (topic === 'account' && isMine);
  if (url.startsWith('/api/predictions'))
    return ['show', 'song', 'totals'].includes(topic) || isOwn(topic, isMine);
  return ['song', 'setlist', 'show'].includes(topic) || isNewSong;
}

const SETLIST_TOPICS = ['show', 'setlist', 'sealedSetlist'];

const LEADERBOARD_TOPICS = ['show', 'standings', 'totals', 'entrants', 'privacy'];

const SHEET_TOPICS = [...LEADERBOARD_TOPICS, 'setlist', 'song'];

function isLeagueRefetched(url: string, topic: string, matchesId: boolean): boolean {
  if (topic === 'league') return matchesId;
  if (topic === 'username') return true;
  if (url.endsWith('/posts')) return topic === 'leagueTalk' && matchesId;
  if (url.endsWith('/sheets')) return topic === 'show' || topic === 'entrants';
  if (/\/(tonight|season|nights)$/.test(url))
    return ['show', 'standings', 'totals', 'privacy'].includes(topic);
  return topic === 'show';
}

function isOwn(topic: string, isMine: boolean): boolean {
  return topic === 'prediction' && isMine;
}
