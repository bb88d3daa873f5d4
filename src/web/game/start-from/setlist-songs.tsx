import { useQuery } from '@tanstack/react-query';
import { getSetlist } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SongChoice, type SongChoiceProps } from './song-choice.tsx';
import { StageHeader } from './stage-header.tsx';

type SetlistSongsProps = Omit<SongChoiceProps, 'title' | 'songIds'> & { show: Show };

export function SetlistSongs({ show, ...choice }: SetlistSongsProps) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  if (setlist.data && setlist.data.length > 0)
    return (
      <SongChoice
        {...choice}
        title={show.name}
        songIds={setlist.data.map(({ songId }) => songId)}
      />
    );
  return (
    <div className="grid min-h-[60dvh] content-start gap-3">
      <StageHeader title={show.name} onBack={choice.onBack} />
      <Loaded
        query={setlist}
        label="Loading the setlist"
        errorMessage="The setlist could not be loaded."
      >
        {() => <EmptyState title="This show has no setlist" />}
      </Loaded>
    </div>
  );
}
