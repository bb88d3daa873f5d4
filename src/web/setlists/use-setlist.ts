import { useQuery } from '@tanstack/react-query';
import { getNextSongs } from '#contract/odds.ts';
import { type Break, getLastSetlistChange, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { likelyNext } from './likely-next.ts';
import { newId, useUnsentChanges } from './send-change.ts';
import { labelAfter, labelBehind } from './set-label-field.tsx';
import type { SetlistEdit, UnsentChange } from './unsent-changes.ts';
import { type ShownRow, withUnsent } from './with-unsent.ts';

/** A song to put in: one of the band's, or the title of one that nobody has entered yet. */
export type Pick = { id: string; title: string } | { id?: undefined; title: string };

export type SetlistEdits = ReturnType<typeof useSetlist>;

/**
 * A show's setlist as this administrator has made it, and all that can be done to it. What is done
 * shows at once and goes on its way by itself, whatever the line does.
 */
export function useSetlist(show: Show, entered: readonly SetlistEntry[]) {
  const unsent = useUnsentChanges();
  const params = { id: show.id };
  const last = useQuery(queryFor(getLastSetlistChange, { params })).data;
  const odds = useQuery(queryFor(getNextSongs, { params })).data;
  const own = unsent.changes.filter(({ showId }) => showId === show.id);
  const onTheirWay = own.filter(({ refusal }) => refusal === undefined);
  const rows = withUnsent(entered, own);

  function send(rowId: string, title: string, deed: SetlistEdit) {
    unsent.add({ id: newId(), showId: show.id, rowId, title, deed });
  }

  /** As the server has the row; undefined of one that it has not: what is on its way will tell. */
  const versionOf = ({ id }: ShownRow) => entered.find((one) => one.id === id)?.version;

  function update(row: ShownRow, body: Omit<(SetlistEdit & { do: 'update' })['body'], 'version'>) {
    const version = versionOf(row);
    send(row.id, row.song.title, { do: 'update', body: { ...body, version } });
  }

  function add(song: Pick, before?: ShownRow) {
    const previous = before ? rows[rows.indexOf(before) - 1] : rows.at(-1);
    const body = {
      id: newId(),
      ...named(song),
      setLabel: before ? before.setLabel : labelAfter(previous),
      timesSeen: timesSeen(song, rows),
      ...(before && { position: before.position, insert: true }),
    };
    send(body.id, song.title, { do: 'add', body, beforeId: before?.id });
  }

  function replace(row: ShownRow, song: Pick) {
    const body = { ...named(song), version: versionOf(row) };
    send(row.id, song.title, { do: 'update', body });
  }

  function move(row: ShownRow, to: ShownRow) {
    const body = { position: to.position, version: versionOf(row) };
    send(row.id, row.song.title, { do: 'update', body, toPlaceOf: to.id });
  }

  /** The two change places: over a hole that a deleted song has left, and back again. */
  function swap(row: ShownRow, neighbour: ShownRow) {
    update(row, { swapWith: neighbour.id });
  }

  /** This row and those of its set behind it are another set's. */
  function beginSet(row: ShownRow, kind: Break) {
    update(row, { setLabel: labelBehind(row.setLabel, kind), restOfSet: true });
  }

  /** The row as it was when that was asked: while the question stood, somebody may have changed it. */
  function remove(row: ShownRow) {
    const version = row.isUnsent ? versionOf(row) : row.version;
    send(row.id, row.song.title, { do: 'remove', version });
  }

  const goesBack = new Set(
    onTheirWay.flatMap(({ deed, after }) => (deed.do === 'undo' && after) || []),
  );
  const isDone = ({ deed }: UnsentChange) => deed.do !== 'undo';
  const latest = onTheirWay.findLast((one) => isDone(one) && !goesBack.has(one.id));

  /** The last of what is on its way; else of what has arrived, as far as that is known here. */
  function undoable() {
    if (latest) return { what: inWords(latest), run: () => unsent.drop(latest.id, newId()) };
    const { arrived, undone } = unsent;
    const known = [
      arrived?.change.showId === show.id
        ? { changeId: arrived.changeId, what: inWords(arrived.change) }
        : undefined,
      last ?? undefined,
    ].filter((one) => one !== undefined && !undone.includes(one.changeId));
    const [one] = known.sort((a, b) => (b?.changeId ?? 0) - (a?.changeId ?? 0));
    // Before the line is back nobody knows what came before what is being taken back.
    if (!one || onTheirWay.length > 0) return undefined;
    const { changeId, what } = one;
    const run = () => send('', `Undo: ${what}`, { do: 'undo', changeId });
    return { what, run };
  }

  const places = new Map(rows.map(({ songId, position }) => [songId, position]));

  /** The songs, the likeliest first: of those that may be next, or of those that stand in a row's place. */
  function likely(songs: readonly Song[], inPlaceOf?: ShownRow): Song[] {
    const position = inPlaceOf?.position ?? (rows.at(-1)?.position ?? 0) + 1;
    const played = new Set(places.keys());
    return likelyNext(songs, { played, position, odds: (!inPlaceOf && odds) || [] });
  }

  return {
    rows,
    likely,
    /** Where a song was played tonight. */
    placeOf: (songId: string) => places.get(songId),
    unsent: onTheirWay.length,
    /** What the server did not take and nobody has decided on, by title. */
    refused: own.filter(({ refusal }) => refusal !== undefined).map(({ title }) => title),
    add,
    update,
    replace,
    move,
    swap,
    beginSet,
    remove,
    /** What would be taken back, and how; undefined where there is nothing, or it is being done. */
    undo: undoable(),
  };
}

function named(song: Pick): { songId: string } | { title: string } {
  return song.id === undefined ? { title: song.title } : { songId: song.id };
}

/** As the server says it of its own. */
function inWords({ deed, title }: UnsentChange): string {
  if (deed.do === 'update' && deed.body.restOfSet)
    return `began ${deed.body.setLabel} with “${title}”`;
  const verbs = { add: 'added', update: 'changed', remove: 'removed', undo: 'took back' };
  return `${verbs[deed.do]} “${title}”`;
}

/** How often the song is in the setlist as whoever enters it sees it; what is on its way counts. */
export function timesSeen(song: Pick, rows: readonly SetlistEntry[]): number {
  return rows.filter(({ songId, song: { title } }) =>
    song.id === undefined ? title === song.title : songId === song.id,
  ).length;
}
