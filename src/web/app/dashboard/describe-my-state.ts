import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED } from '#contract/show-lock.ts';
import type { DisplayedShow } from '#web/show-display/displayed-show.ts';

export interface ShowSituation {
  show: Pick<DisplayedShow, 'status'> & { id: string };
  isOpen: boolean;
  hasStarted: boolean;
  isNewcomer: boolean;
  prediction: Pick<Prediction, 'id' | 'songs'> | undefined;
  /** Songs of a draft that the server doesn't have. */
  draftCount: number;
  isQueued: boolean;
  nextOpenId: string | undefined;
}

export interface MyState {
  text: string;
  action: { label: string; href: string } | null;
  countsDownTo: 'lock' | 'start' | null;
  showsLock: boolean;
}

export function describeMyState(situation: ShowSituation): MyState {
  const { show, isOpen, hasStarted, prediction } = situation;
  if (isOpen) return describeOpenShow(situation);
  const isScheduled = show.status === 'open';
  return {
    text: describeLockedPicks(situation),
    action: prediction
      ? { label: 'See my prediction', href: paths.myPredictions({ show: show.id }) }
      : predictNext(situation),
    countsDownTo: isScheduled && !hasStarted ? 'start' : null,
    showsLock: false,
  };
}

function describeOpenShow(situation: ShowSituation): MyState {
  const { show, prediction, draftCount, isQueued, isNewcomer } = situation;
  const href = paths.game({ show: show.id, edit: prediction?.id });
  if (draftCount > 0)
    return {
      text: isQueued
        ? `Your ${countSongs(draftCount)} will be sent when you're back online`
        : `Draft of ${countSongs(draftCount)} not sent`,
      action: { label: isQueued ? 'Change prediction' : 'Finish my draft', href },
      countsDownTo: 'lock',
      showsLock: false,
    };
  if (prediction)
    return {
      text: `You predicted ${countSongs(prediction.songs.length)}`,
      action: { label: 'Change prediction', href },
      countsDownTo: 'start',
      showsLock: true,
    };
  return {
    text: isNewcomer ? '' : 'No prediction yet',
    action: { label: 'Predict', href },
    countsDownTo: 'lock',
    showsLock: false,
  };
}

function describeLockedPicks({ show, hasStarted, prediction, draftCount }: ShowSituation): string {
  const isScheduled = show.status === 'open';
  if (prediction) {
    const songs = `You predicted ${countSongs(prediction.songs.length)}`;
    if (!isScheduled) return songs;
    return hasStarted ? `${songs} · show starting soon` : `${songs} · locked`;
  }
  if (isScheduled && draftCount > 0)
    return `Draft of ${countSongs(draftCount)} not sent before predictions locked`;
  return PREDICTIONS_CLOSED;
}

function predictNext({ nextOpenId }: ShowSituation): MyState['action'] {
  return nextOpenId === undefined
    ? null
    : { label: 'Predict the next show', href: paths.game({ show: nextOpenId }) };
}

export function countSongs(count: number): string {
  return count === 1 ? '1 song' : `${count} songs`;
}
