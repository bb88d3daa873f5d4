import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import type { SubmittedState } from '../after-submit/after-submit.tsx';
import { isSameList } from '../draft.ts';
import { useTitles } from '../use-titles.ts';
import { ExistingPrediction } from './existing-prediction.tsx';
import { readIncomingSheet } from './incoming-sheet.ts';
import { LinkedEditor } from './linked-editor.tsx';
import type { NextShowProps } from './visitor-sheet.tsx';

/** The history state after a sign-in. A link can't set it, so a link can't submit a sheet. */
export interface SubmitState {
  shouldSubmit: true;
}

export function FanSheet({ show, songs }: NextShowProps) {
  const [sheet] = useState(readIncomingSheet);
  const shouldSubmit = useHistoryState<Partial<SubmitState> | null>()?.shouldSubmit === true;
  const titles = useTitles(songs);
  // Another device may have submitted a prediction.
  const predictions = useQuery({ ...queryFor(listMyPredictions), refetchOnMount: 'always' });

  const songIds = sheet?.songIds.filter((id) => titles.has(id)) ?? [];
  if (!sheet || songIds.length === 0)
    return <Redirect to={paths.game({ show: show.id })} replace />;
  const isForAnotherShow = sheet.showId !== show.id;
  return (
    <Loaded
      query={predictions}
      label="Loading the game"
      errorMessage="Your predictions could not be loaded."
    >
      {(allPredictions) => {
        const existing = allPredictions.find(({ showId }) => showId === show.id);
        const savedSongIds = existing?.songs.map(({ id }) => id) ?? [];
        const state: SubmittedState | undefined = existing && { submittedId: existing.id };
        if (isSameList(songIds, savedSongIds))
          return <Redirect to={paths.myPredictions()} replace state={state} />;
        const editor = { show, songs, songIds, isForAnotherShow };
        return existing ? (
          <ExistingPrediction {...editor} titles={titles} prediction={existing} />
        ) : (
          <LinkedEditor
            {...editor}
            editing={null}
            submitOnLoad={shouldSubmit && !isForAnotherShow}
          />
        );
      }}
    </Loaded>
  );
}
