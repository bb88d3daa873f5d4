import { useState } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import type { SongChance } from '#contract/odds.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { RotateCw } from '#web/ui/icons.ts';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useShowOdds } from '../use-show-odds.ts';
import { rollSongs, type SongOdds } from './roll-songs.ts';
import { SongChoice, type SongChoiceProps } from './song-choice.tsx';
import { StageHeader } from './stage-header.tsx';

type SurpriseSongsProps = Omit<SongChoiceProps, 'title' | 'songIds'> & {
  showId: string;
  songs: readonly SheetSong[];
};

export function SurpriseSongs({ showId, songs, ...choice }: SurpriseSongsProps) {
  const odds = useShowOdds(showId);
  if (odds.data && odds.data.length > 0)
    return <Roll {...choice} odds={addPositions(odds.data, songs)} />;
  return (
    <div className="grid min-h-[60dvh] content-start gap-3">
      <StageHeader title={TITLE} onBack={choice.onBack} />
      <Loaded
        query={odds}
        label="Loading the odds"
        errorMessage="The odds could not be loaded."
        skeleton={
          <>
            <p className="pb-2 text-dim">Calculating the odds. This can take up to a minute.</p>
            <SkeletonRows count={6} />
          </>
        }
      >
        {() => (
          <EmptyState
            title="No odds for this show yet"
            text="The odds are based on past shows. Start from a past setlist instead."
          />
        )}
      </Loaded>
    </div>
  );
}

const TITLE = 'Surprise me';

function addPositions(chances: readonly SongChance[], songs: readonly SheetSong[]): SongOdds[] {
  const songById = new Map(songs.map((song) => [song.id, song]));
  return chances.flatMap(({ songId, chance }) => {
    const song = songById.get(songId);
    if (!song) return [];
    const averagePosition = song.averagePosition === null ? null : Number(song.averagePosition);
    return { songId, chance, averagePosition };
  });
}

type RollProps = Omit<SongChoiceProps, 'title' | 'songIds'> & { odds: readonly SongOdds[] };

function Roll({ odds, ...choice }: RollProps) {
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const [songIds, setSongIds] = useState<readonly string[]>(() => roll([]));
  const [rollCount, setRollCount] = useState(1);

  function roll(previousSongIds: readonly string[]) {
    return rollSongs({ odds, songIds: previousSongIds, pinned, random: Math.random });
  }

  function rollAgain() {
    setSongIds(roll(songIds));
    setRollCount(rollCount + 1);
  }

  function togglePin(songId: string) {
    const next = new Set(pinned);
    if (!next.delete(songId)) next.add(songId);
    setPinned(next);
  }

  return (
    <SongChoice
      {...choice}
      isSurprise
      title={TITLE}
      songIds={songIds}
      pins={{ pinned, onToggle: togglePin }}
    >
      <div className="flex items-center justify-between gap-x-4">
        <p className="min-w-0 text-dim text-sm">Pinned songs stay when you roll again.</p>
        <Button onClick={rollAgain} disabled={pinned.size >= songIds.length}>
          <RotateCw aria-hidden />
          Roll again
        </Button>
      </div>
      <p role="status" className="sr-only">
        {rollCount > 1 && `Roll ${rollCount}: ${songIds.length} songs, ${pinned.size} pinned.`}
      </p>
    </SongChoice>
  );
}
