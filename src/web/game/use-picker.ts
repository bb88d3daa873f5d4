import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Song } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { accountKey, useUser } from '#web/session/use-user.ts';
import { searchIndex } from '#web/ui/form/search-index.ts';
import { keepOrder, type Odds, orderSongs, readOrder, type SongOrder } from './song-order.ts';

export type PickerProps = {
  showId: string;
  /** All songs, including those already picked. */
  songs: readonly Song[];
  songIds: readonly string[];
  disabled: boolean;
  /** 'Ember added at #6', right after an addition. */
  addedText: string | null;
  /** Returns whether the song was added. */
  onAdd: (song: Song) => boolean;
};

export function usePicker({ showId, songs, songIds, disabled, addedText, onAdd }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const orderKey = accountKey('song-order', useUser().id);
  const [text, setText] = useState('');
  const [order, setOrder] = useState(() => readOrder(orderKey));
  const [known, setKnown] = useState<Odds>();
  const odds = order === 'odds' ? known : undefined;
  const [isAnswered, setAnswered] = useState(false);
  const timeZone = useBand()?.timeZone;

  const find = useMemo(
    () =>
      searchIndex(orderSongs(songs, order, odds), ({ title, album }) => ({
        label: title,
        detail: album,
      })),
    [songs, order, odds],
  );
  const later = useDeferredValue(text);
  // A cleared search shows all songs immediately: the last match may just have been picked.
  const wanted = text === '' ? '' : later;
  const found = useMemo(
    () => find(wanted).filter(({ id }) => !songIds.includes(id)),
    [find, wanted, songIds],
  );

  function sortBy(wanted: SongOrder) {
    setOrder(wanted);
    keepOrder(orderKey, wanted);
  }

  function type(typed: string) {
    setText(typed);
    setAnswered(false);
  }

  /** Clears the search if it has no other match, otherwise selects it for typing over. */
  function add(song: Song) {
    if (!onAdd(song)) return;
    setAnswered(true);
    const isLast = find(text).every(({ id }) => id === song.id || songIds.includes(id));
    if (isLast) setText('');
    else if (document.activeElement === input.current) input.current?.select();
  }

  function addFirst() {
    const first = find(text).find(({ id }) => !songIds.includes(id));
    if (first && text.trim() !== '' && !disabled) add(first);
  }

  const isSearching = text.trim() !== '';
  return {
    search: {
      input,
      text,
      onChange: type,
      onEnter: addFirst,
      note: isAnswered ? addedText : isSearching && found.length > 0 ? ENTER_ADDS : null,
    },
    list: {
      songs: found,
      emptyText: isSearching ? 'No songs match your search' : 'All songs are on your sheet',
      order,
      onOrder: sortBy,
      showId,
      odds,
      onOdds: setKnown,
      timeZone,
      disabled,
      onAdd: add,
    },
  };
}

const ENTER_ADDS = 'Press Enter to add the top match';
