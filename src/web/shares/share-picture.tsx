import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMyShowRow } from '#contract/leaderboards.ts';
import type { Prediction } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShare } from '#contract/shares.ts';
import { hasResults } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useCardImage } from '#web/score-display/use-card-image.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { PictureToShare } from './picture-to-share.tsx';
import { useIsSealed } from './use-is-sealed.ts';

export function SharePicture({ prediction }: { prediction: Prediction }) {
  const isSealed = useIsSealed(prediction);
  const [showsSongs, setShowsSongs] = useState(false);
  const content = useContent(prediction);
  const image = useCardImage(prediction, { content, songs: isSealed && showsSongs });
  const share = useQuery(queryFor(getShare, { params: { id: prediction.id } })).data;
  return (
    <PictureToShare
      image={image}
      alt="Preview of your card"
      link={{ text: `My setlist for ${prediction.show.name}`, url: share?.url ?? location.origin }}
    >
      {isSealed && (
        <CheckboxField
          label="Show my songs in the picture"
          hint="Your rivals can read them too. Otherwise the picture keeps them secret."
          checked={showsSongs}
          onChange={({ target }) => setShowsSongs(target.checked)}
        />
      )}
    </PictureToShare>
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
