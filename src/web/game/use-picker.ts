import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import { useBand } from '#web/band/use-band.ts';
import { buildAccountKey, useStorageOwner } from '#web/session/use-user.ts';
import { searchIndex } from '#web/ui/form/search-index.ts';
import { type Odds, orderSongs, readOrder, type SongOrder, saveOrder } from './song-order.ts';

export type PickerProps = {
  showId: string;
  songs: readonly SheetSong[];
  songIds: readonly string[];
  disabled: boolean;
  isFull: boolean;
  addedText: string | null;
  onAdd: (song: SheetSong) => boolean;
};

export function usePicker({ showId, songs, songIds, ...props }: PickerProps) {
  const { disabled, isFull, addedText, onAdd } = props;
  const input = useRef<HTMLInputElement>(null);
  const orderKey = buildAccountKey('song-order', useStorageOwner());
  const [text, setText] = useState('');
  const [order, setOrder] = useState(() => readOrder(orderKey));
  const [loadedOdds, setLoadedOdds] = useState<Odds>();
  const odds = order === 'odds' ? loadedOdds : undefined;
  const [hasJustAdded, setJustAdded] = useState(false);
  const timeZone = useBand()?.timeZone;

  const find = useMemo(
    () =>
      searchIndex(orderSongs(songs, order, odds), ({ title, album }) => ({
        label: title,
        detail: album,
      })),
    [songs, order, odds],
  );
  const deferredText = useDeferredValue(text);
  // A cleared search shows all songs immediately: the last match may just have been picked.
  const query = text === '' ? '' : deferredText;
  const matches = useMemo(
    () => find(query).filter(({ id }) => !songIds.includes(id)),
    [find, query, songIds],
  );

  function sortBy(newOrder: SongOrder) {
    setOrder(newOrder);
    saveOrder(orderKey, newOrder);
  }

  function changeText(newText: string) {
    setText(newText);
    setJustAdded(false);
  }

  /** Clears the search if it has no other match, otherwise selects it for typing over. */
  function add(song: SheetSong) {
    if (!onAdd(song)) return;
    setJustAdded(true);
    const isLast = find(text).every(({ id }) => id === song.id || songIds.includes(id));
    if (isLast) setText('');
    else if (document.activeElement === input.current) input.current?.select();
  }

  function addTopMatch() {
    const topMatch = find(text).find(({ id }) => !songIds.includes(id));
    if (topMatch && text.trim() !== '' && !disabled) add(topMatch);
  }

  const isSearching = text.trim() !== '';
  const canAdd = isSearching && matches.length > 0;
  return {
    search: {
      input,
      text,
      onChange: changeText,
      onEnter: addTopMatch,
      note: isFull ? null : hasJustAdded ? addedText : canAdd ? ENTER_HINT : null,
    },
    list: {
      songs: matches,
      emptyText: isSearching ? 'No songs match your search' : 'All songs are on your sheet',
      isSearching,
      order,
      onOrder: sortBy,
      showId,
      odds,
      onOdds: setLoadedOdds,
      timeZone,
      disabled,
      isFull,
      onAdd: add,
    },
  };
}

const ENTER_HINT = 'Press Enter to add the top match';
