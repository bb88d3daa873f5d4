import { paths } from '#contract/pages.ts';
import { correctionText } from '#contract/predictions.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import type { EmailText } from '../mail/email-template.ts';
import type { ClaimedNotification } from './claim.ts';
import { isAboutReturn } from './due.ts';

/** What a notice says as a letter, and where it leads. */
export function emailText(notice: ClaimedNotification, site: string): EmailText & { path: string } {
  const { kind, show, correction } = notice;
  const after = `You get this from ${site}, as your settings there say.`;
  switch (kind) {
    case 'result':
      return {
        subject: `${show.name}: ${correction ? correctionText(correction) : pointsOf(notice)}`,
        before: correction
          ? `The setlist of ${show.name} in ${show.city} was corrected. ${correctionText(correction)}. Your prediction has ${pointsOf(notice)} now.`
          : `${show.name} in ${show.city} is scored. Your prediction got ${pointsOf(notice)}.`,
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
    case 'moved': {
      const { subject, before } = moveWords(notice);
      return {
        subject,
        before,
        button: 'See your prediction',
        after,
        path: paths.myPredictions({ show: show.id }),
      };
    }
  }
}

/** The same, as short as devices show it. */
export function pushText(notice: ClaimedNotification): {
  title: string;
  body: string;
  path: string;
} {
  const { kind, show, correction } = notice;
  const { path } = emailText(notice, '');
  switch (kind) {
    case 'result': {
      const body = correction
        ? `${correctionText(correction)}. You have ${pointsOf(notice)} now.`
        : `Scored: you got ${pointsOf(notice)}.`;
      return { title: show.name, body, path };
    }
    case 'reminder': {
      const locks = timeOf(show, predictionsLockAt(show));
      return { title: show.name, body: `No prediction yet. They lock on ${locks}.`, path };
    }
    case 'moved':
      return { title: show.name, body: moveWords(notice).inShort, path };
  }
}

/** Where a show went that somebody had predicted. */
function moveWords({ about, show }: ClaimedNotification) {
  const { name, city, status } = show;
  const kept = 'Your prediction is kept.';
  switch (status) {
    case 'cancelled':
      return {
        subject: `${name} is cancelled`,
        before: `${name} in ${city}, on ${timeOf(show)}, is cancelled. Nobody gets points for it.`,
        inShort: 'Cancelled: nobody gets points for it.',
      };
    case 'postponed':
      return {
        subject: `${name} is postponed`,
        before: `${name} in ${city}, on ${timeOf(show)}, is postponed, and has no new date yet. ${kept}`,
        inShort: `Postponed: no new date yet. ${kept}`,
      };
    default: {
      const until = show.locksAt ? timeOf(show, predictionsLockAt(show)) : 'an hour before';
      const yours = `Your prediction stays as it is; change it until ${until}.`;
      if (isAboutReturn(about, show))
        return {
          subject: `${name} takes place after all`,
          before: `${name} in ${city} takes place after all, on ${timeOf(show)}. ${yours}`,
          inShort: `It takes place after all, on ${timeOf(show)}.`,
        };
      return {
        subject: `${name} has moved`,
        before: `${name} in ${city} now begins on ${timeOf(show)}. ${yours}`,
        inShort: `Moved: now on ${timeOf(show)}.`,
      };
    }
  }
}

function pointsOf({ points }: ClaimedNotification): string {
  return points === 1 ? '1 point' : `${points ?? 0} points`;
}

/** 'Saturday, July 4 at 7:30 PM EDT': the venue's own time. */
function timeOf({ date, timeZone }: ClaimedNotification['show'], at = date.getTime()): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const on = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...how, timeZone }).format(at).replaceAll('\u202f', ' ');
  return `${on(format)} at ${on(time)}`;
}
