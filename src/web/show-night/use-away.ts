import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { useLine } from '#web/realtime/use-realtime.ts';
import { usePageSign } from '#web/ui/page-name.ts';
import { toast } from '#web/ui/toast.ts';
import { type Night, nextAway, startAway } from './away.ts';

/**
 * Tells what happens while nobody sees it: out of sight by a sign in the tab's title, until it is
 * seen; and on return, also from a line that was cut, how many songs came meanwhile.
 */
export function useAway(show: Show, rows: readonly SetlistEntry[]): void {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const isAway = useLine().state !== 'open' || isHidden;
  const night: Night = { rowIds: rows.map(({ id }) => id), isClosed: show.status === 'closed' };
  const [known, setKnown] = useState(() => startAway(night));
  const away = nextAway(known, night, isAway);
  if (away !== known) setKnown(away);
  const { came, hasClosed } = away;
  usePageSign(!isHidden ? '' : hasClosed ? 'Final' : came.length > 0 ? `(${came.length})` : '');

  const missed = away.isAway ? [] : rows.filter(({ id }) => came.includes(id));
  // A few are named; of a whole set the page itself tells.
  const titles = missed.length > 3 ? '' : missed.map(({ song }) => song.title).join(', ');
  useEffect(() => {
    if (missed.length === 0) return;
    const songs = missed.length === 1 ? '1 song' : `${missed.length} songs`;
    toast({ title: `${songs} came while you were away`, description: titles });
    // Once for each return: what `missed` holds is the same until the next one.
  }, [missed.length, titles]);
}

function onVisibility(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}
