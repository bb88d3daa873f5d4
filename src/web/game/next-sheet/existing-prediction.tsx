import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { LinkedEditor } from './linked-editor.tsx';
import type { NextShowProps } from './visitor-sheet.tsx';

type ExistingPredictionProps = NextShowProps & {
  songIds: readonly string[];
  isForAnotherShow: boolean;
  titles: ReadonlyMap<string, string>;
  prediction: Prediction;
};

/** Compares the sheet with the account's prediction, which stays unless the fan changes it. */
export function ExistingPrediction({ titles, prediction, ...sheet }: ExistingPredictionProps) {
  const [path, navigate] = useLocation();
  // Kept in the history, so that Back returns to the comparison.
  const isEditing = useHistoryState<EditState | null>()?.edits === true;
  if (isEditing) return <LinkedEditor {...sheet} editing={prediction} submitOnLoad={false} />;

  const savedSongs = prediction.songs;
  const sheetSongs = sheet.songIds.map((id) => ({ id, title: titles.get(id) ?? '' }));
  return (
    <section aria-labelledby="existing-prediction" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 flex-1 basis-80 gap-2">
          <h2 id="existing-prediction" className="poster text-balance text-poster-md">
            You already have a prediction for this show
          </h2>
          <p className="text-dim">Nothing was submitted. Keep your prediction, or change it.</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          <Button asChild variant="lamp">
            <Link href={paths.myPredictions({ show: prediction.showId })}>Keep my prediction</Link>
          </Button>
          <Button onClick={() => navigate(path + location.hash, { state: EDITS })}>
            Use this sheet instead
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-8 pb-10 md:grid-cols-2">
        <ComparedSheet title="Your prediction" songs={savedSongs} others={sheetSongs} />
        <ComparedSheet title="This sheet" songs={sheetSongs} others={savedSongs} />
      </div>
    </section>
  );
}

interface EditState {
  edits?: boolean;
}

const EDITS: EditState = { edits: true };

type ComparedSong = Pick<Prediction['songs'][number], 'id' | 'title'>;

type ComparedSheetProps = {
  title: string;
  songs: readonly ComparedSong[];
  others: readonly ComparedSong[];
};

function ComparedSheet({ title, songs, others }: ComparedSheetProps) {
  return (
    <Sheet aria-label={title}>
      <SheetHeader title={title} as="h3" isCompact />
      <ol>
        {songs.map((song, index) => (
          <SheetRow
            key={song.id}
            number={index + 1}
            title={song.title}
            note={others.every(({ id }) => id !== song.id) && 'Only in this list'}
          />
        ))}
      </ol>
    </Sheet>
  );
}
