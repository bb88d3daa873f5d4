import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { getMyShowRow } from '#contract/leaderboards.ts';
import type { Prediction } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShare } from '#contract/shares.ts';
import { hasResults } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import {
  canShare,
  downloadImage,
  shareImage,
  showImageError,
} from '#web/score-display/share-image.ts';
import { useCardImage } from '#web/score-display/use-card-image.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { Download, Share } from '#web/ui/icons.ts';
import { useIsSealed } from './use-is-sealed.ts';

/** The picture of the card, which one tap sends through the system's share sheet. */
export function SharePicture({ prediction }: { prediction: Prediction }) {
  const isSealed = useIsSealed(prediction);
  const [showsSongs, setShowsSongs] = useState(false);
  const [isShareable] = useState(canShare);
  const content = useContent(prediction);
  const image = useCardImage(prediction, { content, songs: isSealed && showsSongs });
  const share = useQuery(queryFor(getShare, { params: { id: prediction.id } })).data;

  async function getFile(): Promise<File> {
    const { data } = await image.refetch({ throwOnError: true });
    if (!data) throw new Error('The image is empty.');
    return data;
  }
  const link = {
    text: `My setlist for ${prediction.show.name}`,
    url: share?.url ?? location.origin,
  };
  function send() {
    if (image.data) return shareImage(image.data, link);
    return getFile().then((file) => shareImage(file, link), showImageError);
  }
  function download() {
    if (image.data) return downloadImage(image.data);
    return getFile().then(downloadImage, showImageError);
  }

  return (
    <div className="grid gap-4">
      <Picture file={image.data} />
      {isSealed && (
        <CheckboxField
          label="Show my songs in the picture"
          hint="Your rivals can read them too. Otherwise the picture keeps them secret."
          checked={showsSongs}
          onChange={({ target }) => setShowsSongs(target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        {isShareable && (
          <Button
            variant="lamp"
            size="lg"
            onClick={send}
            pending={image.isFetching}
            pendingText="Preparing..."
          >
            <Share aria-hidden />
            Share
          </Button>
        )}
        <Button
          variant={isShareable ? 'quiet' : 'lamp'}
          size="lg"
          onClick={download}
          pending={image.isFetching}
          pendingText="Preparing..."
        >
          <Download aria-hidden />
          Download
        </Button>
      </div>
    </div>
  );
}

/** Returns what the picture shows, so that it follows the setlist, the points and the rank. */
function useContent(prediction: Prediction): string {
  const params = { id: prediction.showId };
  const enabled = hasResults(prediction.show);
  const setlist = useQuery({ ...queryFor(getSetlist, { params }), enabled });
  const row = useQuery({ ...queryFor(getMyShowRow, { params }), enabled });
  return JSON.stringify([prediction, setlist.data, row.data]);
}

function Picture({ file }: { file: File | undefined }) {
  const showFile = useCallback(
    (image: HTMLImageElement) => {
      if (!file) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <div className="aspect-[1200/630] w-full overflow-hidden rounded-panel border border-rail bg-well">
      {file && (
        <img
          ref={showFile}
          alt="Your card as chats show it"
          width={1200}
          height={630}
          className="h-auto w-full"
        />
      )}
    </div>
  );
}
