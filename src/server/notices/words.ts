import { paths } from '#contract/pages.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import type { Words } from '../mail/letter.ts';
import type { ClaimedNotice } from './claim.ts';

/** What a notice says as a letter, and where it leads. */
export function letterWords(notice: ClaimedNotice, site: string): Words & { path: string } {
  const { kind, show } = notice;
  const after = `You get this from ${site}, as your settings there say.`;
  switch (kind) {
    case 'result':
      return {
        subject: `${show.name}: ${pointsOf(notice)}`,
        before: `${show.name} in ${show.city} is scored. Your prediction got ${pointsOf(notice)}.`,
        button: 'See your scorecard',
        after,
        path: paths.myPredictions({ show: show.id }),
      };
    case 'reminder':
      return {
        subject: `No prediction yet for ${show.name}`,
        before: `You have not predicted ${show.name} in ${show.city}. Predictions lock on ${timeOf(show, predictionsLockAt(show))}.`,
        button: 'Make your prediction',
        after,
        path: paths.game({ show: show.id }),
      };
    case 'moved':
      return {
        subject: `${show.name} has moved`,
        before: `${show.name} in ${show.city} now begins on ${timeOf(show)}. Your prediction stays as it is; change it until ${show.locksAt ? timeOf(show, predictionsLockAt(show)) : 'an hour before'}.`,
        button: 'See your prediction',
        after,
        path: paths.myPredictions({ show: show.id }),
      };
  }
}

/** The same, as short as devices show it. */
export function pushWords(notice: ClaimedNotice): { title: string; body: string; path: string } {
  const { kind, show } = notice;
  const { path } = letterWords(notice, '');
  switch (kind) {
    case 'result':
      return { title: show.name, body: `Scored: you got ${pointsOf(notice)}.`, path };
    case 'reminder': {
      const locks = timeOf(show, predictionsLockAt(show));
      return { title: show.name, body: `No prediction yet. They lock on ${locks}.`, path };
    }
    case 'moved':
      return { title: show.name, body: `Moved: now on ${timeOf(show)}.`, path };
  }
}

function pointsOf({ points }: ClaimedNotice): string {
  return points === 1 ? '1 point' : `${points ?? 0} points`;
}

/** 'Saturday, July 4 at 7:30 PM EDT': the venue's own time. */
function timeOf({ date, timeZone }: ClaimedNotice['show'], at = date.getTime()): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const on = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...how, timeZone }).format(at).replaceAll('\u202f', ' ');
  return `${on(format)} at ${on(time)}`;
}
