import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { type Line, useLine } from '#web/realtime/use-realtime.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { usePageSign } from '#web/ui/page-name.ts';

/** A show as its page has it at a moment. */
export interface LiveSnapshot {
  /** The rows' ids, in order. */
  rowIds: readonly string[];
  isClosed: boolean;
}

/** What has happened since a page was last looked at with live updates arriving. */
export interface Away {
  /** The last that was seen. */
  seen: LiveSnapshot;
  isAway: boolean;
  /** Rows that came meanwhile; on return what was missed, until the next one is seen to come. */
  came: readonly string[];
  hasClosed: boolean;
}

export function startAway(night: LiveSnapshot): Away {
  return { seen: night, isAway: false, came: [], hasClosed: false };
}

/** Goes on from what is known to what a page has now; returns the same object where nothing changed. */
export function nextAway(known: Away, night: LiveSnapshot, isAway: boolean): Away {
  const before = new Set(known.seen.rowIds);
  const came = night.rowIds.filter((id) => !before.has(id));
  const hasClosed = night.isClosed && !known.seen.isClosed;
  if (!isAway && !known.isAway) return came.length === 0 && !hasClosed ? known : startAway(night);
  const isSame =
    isAway === known.isAway && hasClosed === known.hasClosed && came.join() === known.came.join();
  return isSame ? known : { seen: isAway ? known.seen : night, isAway, came, hasClosed };
}

/** Out of sight, or without a line that was there: a page that is just being opened was nowhere before. */
export function isAbsent({ state, wasOpen }: Pick<Line, 'state' | 'wasOpen'>, isHidden: boolean) {
  return isHidden || (wasOpen && state !== 'open');
}

/**
 * Tells what happens while nobody sees it: out of sight by a sign in the tab's title, until it is
 * seen; and on return, also from a line that was cut, how many songs came meanwhile.
 */
export function useAway(show: Show, rows: readonly SetlistEntry[]): void {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const isAway = isAbsent(useLine(), isHidden);
  const night: LiveSnapshot = {
    rowIds: rows.map(({ id }) => id),
    isClosed: show.status === 'closed',
  };
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
