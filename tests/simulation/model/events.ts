/** What is told after a change: of what kind, and about which show, song or fan; null: any. */
export interface ChangeEvent {
  topic: string;
  subjectId: string | null;
}

/**
 * Whether a page that shows this answer, and is the page of that fan, reads it anew when it hears
 * this: the events of the specification (`scores:update`, `setlist:update` and `show:status` with
 * their show), and those that tell of songs, names and one's own.
 */
export function isRefetched(
  url: string,
  userId: string,
  { topic, subjectId }: ChangeEvent,
): boolean {
  const [, id] = /([0-9a-f-]{36})/.exec(url) ?? [];
  const isAbout = subjectId === null || subjectId === id;
  const isNewSong = topic === 'catalogue' && /^\/api\/(songs|statistics\/trending)/.test(url);
  const isMine = subjectId === null || subjectId === userId;
  if (url.endsWith('/setlist')) return isAbout ? OF_A_SETLIST.includes(topic) : topic === 'song';
  if (url.startsWith('/api/leaderboard/show/'))
    return isAbout ? OF_A_BOARD.includes(topic) : topic === 'username' || isOwn(topic, isMine);
  if (url.startsWith('/api/shows/') && id) return isAbout && topic === 'show';
  if (url.startsWith('/api/shows') || url.endsWith('/tour-patterns') || url.endsWith('/venues'))
    return topic === 'show';
  if (url.startsWith('/api/leaderboard')) return topic === 'totals' || topic === 'username';
  if (url === '/api/auth/user') return topic === 'totals' || (topic === 'account' && isMine);
  if (url.startsWith('/api/predictions'))
    return ['show', 'song', 'totals'].includes(topic) || isOwn(topic, isMine);
  return ['song', 'setlist', 'show'].includes(topic) || isNewSong;
}

const OF_A_SETLIST = ['show', 'setlist', 'sealedSetlist'];

const OF_A_BOARD = ['show', 'standings', 'totals', 'entrants'];

function isOwn(topic: string, isMine: boolean): boolean {
  return topic === 'prediction' && isMine;
}
