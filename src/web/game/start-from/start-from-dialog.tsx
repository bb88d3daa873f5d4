import { use, useState } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import type { Prediction } from '#contract/predictions.ts';
import type { Show } from '#contract/shows.ts';
import { UserContext } from '#web/session/use-user.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { PastSetlists } from './past-setlists.tsx';
import { SetlistSongs } from './setlist-songs.tsx';
import { SongChoice } from './song-choice.tsx';
import { SourceList } from './source-list.tsx';
import { SurpriseSongs } from './surprise-songs.tsx';

type StartFromProps = {
  showId: string;
  songs: readonly SheetSong[];
  current: readonly string[];
  getTitle: (songId: string) => string;
  /** `isSurprise` marks an unedited 'Surprise me' list. */
  onUse: (songIds: readonly string[], isSurprise?: boolean) => void;
};

type StartFromDialogProps = StartFromProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export default function StartFromDialog({ open, onOpenChange, ...props }: StartFromDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="fit"
      title="Start from"
      description={describeSheet(props.current.length)}
    >
      <Stages {...props} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function describeSheet(count: number): string {
  if (count === 0) return 'Choose where the songs come from.';
  const songs = count === 1 ? 'song' : `${count} songs`;
  return `You'll confirm before it replaces your ${songs}.`;
}

type Stage =
  | { name: 'sources' | 'shows' | 'surprise' }
  | { name: 'prediction'; prediction: Prediction }
  | { name: 'setlist'; show: Show };

type StagesProps = StartFromProps & { onClose: () => void };

/** Mounted when the dialog opens, so it always begins with the sources. Visitors have only one. */
function Stages({ showId, songs, current, getTitle, onUse, onClose }: StagesProps) {
  const isVisitor = use(UserContext) === null;
  const [stage, setStage] = useState<Stage>({ name: isVisitor ? 'surprise' : 'sources' });
  const goTo = (name: 'sources' | 'shows' | 'surprise') => () => setStage({ name });
  const choice = { current, getTitle, onUse, onBack: goTo('sources') };
  switch (stage.name) {
    case 'sources':
      return (
        <SourceList
          showId={showId}
          onPrediction={(prediction) => setStage({ name: 'prediction', prediction })}
          onSetlists={goTo('shows')}
          onSurprise={goTo('surprise')}
        />
      );
    case 'prediction':
      return (
        <SongChoice
          {...choice}
          title={`Your prediction for ${stage.prediction.show.name}`}
          songIds={stage.prediction.songs.map(({ id }) => id)}
        />
      );
    case 'shows':
      return (
        <PastSetlists
          onBack={goTo('sources')}
          onChoose={(show) => setStage({ name: 'setlist', show })}
        />
      );
    case 'setlist':
      return <SetlistSongs {...choice} show={stage.show} onBack={goTo('shows')} />;
    case 'surprise':
      return (
        <SurpriseSongs
          {...choice}
          {...{ showId, songs }}
          onBack={isVisitor ? onClose : choice.onBack}
        />
      );
  }
}
