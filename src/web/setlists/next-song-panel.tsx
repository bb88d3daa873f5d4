import { useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { Flag } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/panel.tsx';
import { FinishShow } from './finish-show.tsx';
import { BreakTools } from './live-dock.tsx';
import { NextSong } from './next-song.tsx';
import { useSetlist } from './use-setlist.ts';

type NextSongPanelProps = {
  show: Show;
  serverRows: readonly SetlistEntry[];
  songs: readonly Song[];
};

export function NextSongPanel({ show, serverRows, songs }: NextSongPanelProps) {
  const setlist = useSetlist(show, serverRows);
  const [isFinishing, setFinishing] = useState(false);
  return (
    <Panel
      title="Next song"
      aside={
        show.status === 'live' && (
          <Button size="sm" onClick={() => setFinishing(true)}>
            <Flag aria-hidden />
            Finish
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-4.5 pb-4.5">
        <p className="text-dim text-sm">Tap a song to add it to the end of the setlist.</p>
        <NextSong
          songs={setlist.rankSongs(songs)}
          positionOf={setlist.positionOf}
          label="Find a song"
          onPick={(song) => setlist.add(song)}
        >
          <BreakTools setlist={setlist} />
        </NextSong>
      </div>
      <FinishShow
        show={show}
        rows={setlist.rows}
        unsentCount={setlist.unsentCount}
        rejectedTitles={setlist.rejectedTitles}
        open={isFinishing}
        onClose={() => setFinishing(false)}
      />
    </Panel>
  );
}
