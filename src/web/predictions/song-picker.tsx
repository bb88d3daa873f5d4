import { useDeferredValue, useMemo, useState } from 'react';
import type { Song } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SheetFromBelow } from '#web/ui/sheet-from-below.tsx';
import { matchingSongs } from './matching-songs.ts';
import { SongList } from './song-list.tsx';
import { SongSearch } from './song-search.tsx';

type SongPickerProps = {
  /** Those that are not on the sheet. */
  songs: readonly Song[];
  disabled: boolean;
  onAdd: (song: Song) => void;
};

/** Beside the sheet, with a scroll of its own, so that adding never moves the page. */
export function SongPanel(props: SongPickerProps) {
  const picker = usePicker(props);
  return (
    <Panel
      title="Available Songs"
      aside={<GapCaption />}
      className="sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col"
    >
      <SongSearch {...picker.search} className="px-4.5 pb-3.5" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <SongList {...picker.list} />
      </div>
    </Panel>
  );
}

type SongSheetProps = SongPickerProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** How many are chosen: 'n / 24 songs selected'. */
  count: string;
};

/** The same on phones: from below, the search under the thumb, and it stays for the next song. */
export function SongSheet({ open, onOpenChange, count, ...props }: SongSheetProps) {
  const picker = usePicker(props);
  return (
    <SheetFromBelow
      open={open}
      onOpenChange={onOpenChange}
      title="Available Songs"
      description={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span>{count}</span>
          <GapCaption />
        </span>
      }
      footer={
        <div className="flex w-full items-end gap-3">
          <SongSearch {...picker.search} className="min-w-0 flex-1" />
          <Button variant="lamp" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      }
    >
      <div className="-mx-5 min-h-[60dvh] sm:-mx-6">
        <SongList {...picker.list} />
      </div>
    </SheetFromBelow>
  );
}

function GapCaption() {
  return <span className="caps whitespace-nowrap text-dim">shows since</span>;
}

function usePicker({ songs, disabled, onAdd }: SongPickerProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = useMemo(() => matchingSongs(songs, wanted), [songs, wanted]);
  return {
    search: {
      text,
      onChange: setText,
      onEnter() {
        const [first] = matchingSongs(songs, text);
        if (first && !disabled) onAdd(first);
      },
    },
    list: {
      songs: found,
      emptyText:
        wanted.trim() === '' ? 'All songs are on your sheet' : 'No songs match your search',
      timeZone: useBand()?.timeZone,
      disabled,
      onAdd,
    },
  };
}
