import { useQuery } from '@tanstack/react-query';
import { getNextSongs } from '#contract/odds.ts';
import { getLastSetlistChange } from '#contract/setlist-undo.ts';
import type { Break, SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { applyUnsentChanges, type DisplayedRow, listUnsentChanges } from './apply-changes.ts';
import { rankNextSongs } from './rank-next-songs.ts';
import { computeLabelAfterBreak, computeNextLabel } from './set-label-field.tsx';
import { createId, useSetlistQueue } from './setlist-queue.ts';
import type { SetlistEdit, UnsentChange } from './unsent-changes.ts';

export type SongChoice = { id: string; title: string } | { id?: undefined; title: string };

export type SetlistEdits = ReturnType<typeof useSetlist>;

export function useSetlist(show: Show, serverRows: readonly SetlistEntry[]) {
  const queue = useSetlistQueue();
  const params = { id: show.id };
  const lastChange = useQuery(queryFor(getLastSetlistChange, { params })).data;
  const odds = useQuery(queryFor(getNextSongs, { params })).data;
  const showChanges = queue.items.filter(({ showId }) => showId === show.id);
  const pendingChanges = showChanges.filter(({ refusal }) => refusal === undefined);
  const rows = applyUnsentChanges(serverRows, showChanges);

  function send(rowId: string, title: string, edit: SetlistEdit) {
    queue.add({ id: createId(), showId: show.id, rowId, title, edit });
  }

  /** Returns undefined for a queued row, whose version is in the response. */
  const findVersion = ({ id }: DisplayedRow) => serverRows.find((row) => row.id === id)?.version;

  function update(
    row: DisplayedRow,
    body: Omit<(SetlistEdit & { do: 'update' })['body'], 'version'>,
  ) {
    const version = findVersion(row);
    send(row.id, row.song.title, { do: 'update', body: { ...body, version } });
  }

  function add(song: SongChoice, before?: DisplayedRow) {
    const previousRow = before ? rows[rows.indexOf(before) - 1] : rows.at(-1);
    const body = {
      id: createId(),
      ...toSongReference(song),
      setLabel: before ? before.setLabel : computeNextLabel(previousRow),
      timesSeen: countPlays(song, rows),
      ...(before && { position: before.position, insert: true }),
    };
    send(body.id, song.title, { do: 'add', body, beforeId: before?.id });
  }

  function replace(row: DisplayedRow, song: SongChoice) {
    const body = { ...toSongReference(song), version: findVersion(row) };
    send(row.id, song.title, { do: 'update', body });
  }

  function move(row: DisplayedRow, target: DisplayedRow) {
    const body = { position: target.position, version: findVersion(row) };
    send(row.id, row.song.title, { do: 'update', body, toPlaceOf: target.id });
  }

  /** Swaps positions, even across a gap that a deleted song left. */
  function swap(row: DisplayedRow, neighbor: DisplayedRow) {
    update(row, { swapWith: neighbor.id });
  }

  function beginSet(row: DisplayedRow, kind: Break) {
    update(row, { setLabel: computeLabelAfterBreak(row.setLabel, kind), restOfSet: true });
  }

  /** Uses the version that the confirmation showed, because the row may have changed since. */
  function remove(row: DisplayedRow) {
    const version = row.isUnsent ? findVersion(row) : row.version;
    send(row.id, row.song.title, { do: 'remove', version });
  }

  const undoneIds = new Set(
    pendingChanges.flatMap(({ edit, after }) => (edit.do === 'undo' && after) || []),
  );
  const isEdit = ({ edit }: UnsentChange) => edit.do !== 'undo';
  const lastPendingChange = pendingChanges.findLast(
    (change) => isEdit(change) && !undoneIds.has(change.id),
  );

  function findUndo() {
    if (lastPendingChange)
      return {
        what: describeChange(lastPendingChange),
        run: () => queue.discard(lastPendingChange.id),
      };
    const confirmedChange = queue.sent.findLast(({ item, result }) => result && isEdit(item));
    const undoneChangeIds = [...queue.sent.map(({ item }) => item), ...queue.items].map(
      ({ edit }) => edit.do === 'undo' && edit.changeId,
    );
    const candidates = [
      confirmedChange?.result && confirmedChange.item.showId === show.id
        ? {
            changeId: confirmedChange.result.changeId,
            rowId: confirmedChange.item.rowId,
            what: describeChange(confirmedChange.item),
          }
        : undefined,
      lastChange ?? undefined,
    ].filter((change) => change !== undefined && !undoneChangeIds.includes(change.changeId));
    const [latestChange] = candidates.sort((a, b) => (b?.changeId ?? 0) - (a?.changeId ?? 0));
    // While an undo is pending, the change before it is unknown.
    if (!latestChange || pendingChanges.length > 0) return undefined;
    const { changeId, rowId, what } = latestChange;
    const run = () => send(rowId, `Undo: ${what}`, { do: 'undo', changeId });
    return { what, run };
  }

  const positions = new Map(rows.map(({ songId, position }) => [songId, position]));

  /** Odds exist only for the next position. */
  function rankSongs(songs: readonly Song[], replacedRow?: DisplayedRow): Song[] {
    const position = replacedRow?.position ?? (rows.at(-1)?.position ?? 0) + 1;
    const playedIds = new Set(positions.keys());
    return rankNextSongs(songs, { playedIds, position, odds: (!replacedRow && odds) || [] });
  }

  return {
    rows,
    rankSongs,
    positionOf: (songId: string) => positions.get(songId),
    unsentCount: pendingChanges.length,
    isListingUnsent: listUnsentChanges(queue, show.id).length > 0,
    rejectedTitles: showChanges
      .filter(({ refusal }) => refusal !== undefined)
      .map(({ title }) => title),
    add,
    update,
    replace,
    move,
    swap,
    beginSet,
    remove,
    undo: findUndo(),
  };
}

function toSongReference(song: SongChoice): { songId: string } | { title: string } {
  return song.id === undefined ? { title: song.title } : { songId: song.id };
}

/** Must match the server's wording. */
function describeChange({ edit, title }: UnsentChange): string {
  if (edit.do === 'update' && edit.body.restOfSet)
    return `started ${edit.body.setLabel} with “${title}”`;
  const verbs = { add: 'added', update: 'changed', remove: 'removed', undo: 'took back' };
  return `${verbs[edit.do]} “${title}”`;
}

export function countPlays(song: SongChoice, rows: readonly SetlistEntry[]): number {
  return rows.filter(({ songId, song: { title } }) =>
    song.id === undefined ? title === song.title : songId === song.id,
  ).length;
}
