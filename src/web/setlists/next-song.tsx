import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { CONTROL_BOX } from '#web/ui/form/field.tsx';
import { searchIndex } from '#web/ui/form/search-index.ts';
import { CornerDownLeft, Plus } from '#web/ui/icons.ts';
import { keepPositions } from './keep-positions.ts';
import type { SongChoice } from './use-setlist.ts';

type NextSongProps = {
  songs: readonly Song[];
  positionOf: (songId: string) => number | undefined;
  label: string;
  verb?: 'add' | 'replace';
  onPick: (song: SongChoice) => void;
  children?: ReactNode;
};

/** A single tap enters a song, and its row in the setlist confirms it. */
export function NextSong(props: NextSongProps) {
  const { songs, positionOf, label, verb = 'add', onPick, children } = props;
  const [text, setText] = useState('');
  const hintId = useId();
  const find = useMemo(() => searchIndex(songs, ({ title }) => ({ label: title })), [songs]);
  const query = text.trim();
  const results = query ? find(query) : songs.filter(({ id }) => positionOf(id) === undefined);
  const isKnown = results.some(({ title }) => title.toLowerCase() === query.toLowerCase());
  const canAddNew = query.length > 1 && !isKnown;
  const matches = results.slice(0, canAddNew ? MAX_BUTTONS - 2 : MAX_BUTTONS);
  const [previousSongs, setPreviousSongs] = useState<readonly Song[]>([]);
  const shownSongs = query ? matches : keepPositions(previousSongs, matches);
  if (
    !query &&
    String(shownSongs.map(({ id }) => id)) !== String(previousSongs.map(({ id }) => id))
  )
    setPreviousSongs(shownSongs);
  const firstMatch = query ? shownSongs[0] : undefined;

  function pick(song: SongChoice) {
    onPick(song);
    setText('');
  }

  /** Ignores the second tap of a double tap, because the button then shows another song. */
  const onTap = (song: SongChoice) => (event: MouseEvent) => {
    if (event.detail < 2) pick(song);
  };

  return (
    <div className="grid gap-2">
      <fieldset className="grid min-w-0 grid-cols-2 gap-1.5">
        <legend className="sr-only">{query ? 'Songs found' : 'Likely songs'}</legend>
        {shownSongs.map((song) => (
          <SongButton
            key={song.id}
            song={song}
            position={positionOf(song.id)}
            isFirst={song === firstMatch}
            onClick={onTap(song)}
          />
        ))}
        {canAddNew && (
          <Button
            className="col-span-2 min-h-12 justify-start text-left"
            onMouseDown={keepFocus}
            onClick={onTap({ title: query })}
          >
            <Plus aria-hidden />
            <span className="wrap-anywhere min-w-0">
              Create “{query}” and {verb}
            </span>
          </Button>
        )}
      </fieldset>
      <p id={hintId} role="status" className="sr-only">
        {query &&
          (firstMatch
            ? `${results.length} found. Press Enter to choose “${firstMatch.title}”.`
            : 'No song with that name.')}
      </p>
      <div className="flex gap-1.5">
        <div className="min-w-0 flex-1">
          <input
            type="text"
            inputMode="search"
            enterKeyHint="done"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={label}
            aria-describedby={hintId}
            placeholder="Type a few letters"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setText('');
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              if (firstMatch) pick(firstMatch);
            }}
            className={classes(CONTROL_BOX, 'min-h-11 px-3 py-2')}
          />
        </div>
        {children}
      </div>
    </div>
  );
}

/** As many as fit above the on-screen keyboard. */
const MAX_BUTTONS = 6;

type SongButtonProps = {
  song: Song;
  position: number | undefined;
  isFirst: boolean;
  onClick: (event: MouseEvent) => void;
};

/** A tap this soon after a button appears was meant for the previous button. */
const SETTLE_MS = 300;

function SongButton({ song: { title }, position, isFirst, onClick }: SongButtonProps) {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (
    <Button
      className={classes('relative min-h-12 px-3 py-1 text-left', isFirst && 'border-lamp')}
      onMouseDown={keepFocus}
      onClick={(event) => {
        // Key presses (`detail` is 0) always count, because they act on the focused button.
        if (event.detail === 0 || performance.now() - shownAt.current > SETTLE_MS) onClick(event);
      }}
    >
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{title}</span>
      {position !== undefined && (
        <span className="shrink-0 font-normal text-dim text-xs">Played at {position}</span>
      )}
      {isFirst && (
        <kbd className="absolute -top-2 right-2 flex items-center gap-1 bg-stage px-1 font-body font-normal text-dim text-xs leading-none">
          Enter <CornerDownLeft aria-hidden className="size-3.5" />
        </kbd>
      )}
    </Button>
  );
}

/** Keeps the focus in the field, so the phone's keyboard stays open. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
