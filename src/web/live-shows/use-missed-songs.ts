import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { type ConnectionStatus, useConnectionStatus } from '#web/realtime/use-realtime.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { usePageTitlePrefix } from '#web/ui/page-name.ts';

export interface LiveSnapshot {
  rowIds: readonly string[];
  isClosed: boolean;
}

export interface AwayState {
  lastSeen: LiveSnapshot;
  isAway: boolean;
  /** Rows added while the user was away. Kept on return until another row is added. */
  addedIds: readonly string[];
  hasClosed: boolean;
}

export function createAwayState(snapshot: LiveSnapshot): AwayState {
  return { lastSeen: snapshot, isAway: false, addedIds: [], hasClosed: false };
}

export function updateAwayState(
  previous: AwayState,
  snapshot: LiveSnapshot,
  isAway: boolean,
): AwayState {
  const seenIds = new Set(previous.lastSeen.rowIds);
  const addedIds = snapshot.rowIds.filter((id) => !seenIds.has(id));
  const hasClosed = snapshot.isClosed && !previous.lastSeen.isClosed;
  if (!isAway && !previous.isAway)
    return addedIds.length === 0 && !hasClosed ? previous : createAwayState(snapshot);
  const isSame =
    isAway === previous.isAway &&
    hasClosed === previous.hasClosed &&
    addedIds.join() === previous.addedIds.join();
  return isSame
    ? previous
    : { lastSeen: isAway ? previous.lastSeen : snapshot, isAway, addedIds, hasClosed };
}

/** Excludes the time before the first connection. */
export function isUserAway(
  { state, wasOpen }: Pick<ConnectionStatus, 'state' | 'wasOpen'>,
  isHidden: boolean,
) {
  return isHidden || (wasOpen && state !== 'open');
}

/** Reports missed songs: in the tab's title while hidden, in a toast on return or reconnect. */
export function useMissedSongs(show: Show, rows: readonly SetlistEntry[]): void {
  const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden);
  const isAway = isUserAway(useConnectionStatus(), isHidden);
  const snapshot: LiveSnapshot = {
    rowIds: rows.map(({ id }) => id),
    isClosed: show.status === 'closed',
  };
  const [previous, setPrevious] = useState(() => createAwayState(snapshot));
  const awayState = updateAwayState(previous, snapshot, isAway);
  if (awayState !== previous) setPrevious(awayState);
  const { addedIds, hasClosed } = awayState;
  usePageTitlePrefix(
    !isHidden ? '' : hasClosed ? 'Final' : addedIds.length > 0 ? `(${addedIds.length})` : '',
  );

  const missedRows = awayState.isAway ? [] : rows.filter(({ id }) => addedIds.includes(id));
  const titles = missedRows.length > 3 ? '' : missedRows.map(({ song }) => song.title).join(', ');
  useEffect(() => {
    if (missedRows.length === 0) return;
    const songs = missedRows.length === 1 ? '1 song' : `${missedRows.length} songs`;
    toast({ title: `${songs} played while you were away`, description: titles });
    // Runs once per return: until the next absence, `missedRows` can only become empty.
  }, [missedRows.length, titles]);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
