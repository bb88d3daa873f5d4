import { paths } from '#contract/pages.ts';
import { correctionText } from '#contract/predictions.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import type { EmailText } from '../mail/email-template.ts';
import type { ClaimedNotification } from './claim.ts';
import { isAboutReturn } from './queue-due.ts';

export function emailText(
  notification: ClaimedNotification,
  site: string,
): EmailText & { path: string } {
  const { kind, show, correction } = notification;
  const after = `You can change which emails you get in your settings on ${site}.`;
  switch (kind) {
    case 'result':
      return {
        subject: `${show.name}: ${correction ? correctionText(correction) : pointsOf(notification)}`,
        before: correction
          ? `The setlist of ${show.name} in ${show.city} was corrected. ${correctionText(correction)}. Your prediction now has ${pointsOf(notification)}.`
          : `${show.name} in ${show.city} has been scored. Your prediction got ${pointsOf(notification)}.`,
        button: 'See your scorecard',
        after,
        path: paths.myPredictions({ show: show.id }),
      };
    case 'reminder':
      return {
        subject: `No prediction yet for ${show.name}`,
        before: `You haven’t predicted ${show.name} in ${show.city} yet. Predictions lock on ${timeOf(show, predictionsLockAt(show))}.`,
        button: 'Make your prediction',
        after,
        path: paths.game({ show: show.id }),
      };
    case 'moved': {
      const { subject, before } = moveText(notification);
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

export function pushText(notification: ClaimedNotification): {
  title: string;
  body: string;
  path: string;
} {
  const { kind, show, correction } = notification;
  const { path } = emailText(notification, '');
  switch (kind) {
    case 'result': {
      const body = correction
        ? `${correctionText(correction)}. You now have ${pointsOf(notification)}.`
        : `Scored: you got ${pointsOf(notification)}.`;
      return { title: show.name, body, path };
    }
    case 'reminder': {
      const locks = timeOf(show, predictionsLockAt(show));
      return { title: show.name, body: `No prediction yet. Predictions lock on ${locks}.`, path };
    }
    case 'moved':
      return { title: show.name, body: moveText(notification).inShort, path };
  }
}

function moveText({ about, show }: ClaimedNotification) {
  const { name, city, status } = show;
  const kept = 'We kept your prediction.';
  switch (status) {
    case 'cancelled':
      return {
        subject: `${name} is cancelled`,
        before: `${name} in ${city}, on ${timeOf(show)}, is cancelled. No points are awarded for it.`,
        inShort: 'Cancelled: no points are awarded.',
      };
    case 'postponed':
      return {
        subject: `${name} is postponed`,
        before: `${name} in ${city}, on ${timeOf(show)}, is postponed. There is no new date yet. ${kept}`,
        inShort: `Postponed: no new date yet. ${kept}`,
      };
    default: {
      const until = show.locksAt
        ? timeOf(show, predictionsLockAt(show))
        : 'an hour before the start';
      const editNote = `Your prediction is unchanged. You can edit it until ${until}.`;
      if (isAboutReturn(about, show))
        return {
          subject: `${name} is back on`,
          before: `${name} in ${city} is back on for ${timeOf(show)}. ${editNote}`,
          inShort: `Back on: ${timeOf(show)}.`,
        };
      return {
        subject: `${name} has moved`,
        before: `${name} in ${city} now starts on ${timeOf(show)}. ${editNote}`,
        inShort: `Moved: now on ${timeOf(show)}.`,
      };
    }
  }
}

function pointsOf({ points }: ClaimedNotification): string {
  return points === 1 ? '1 point' : `${points ?? 0} points`;
}

/** 'Saturday, July 4 at 7:30 PM EDT', in the venue's time zone. */
function timeOf({ date, timeZone }: ClaimedNotification['show'], instant = date.getTime()): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const on = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone })
      .format(instant)
      .replaceAll('\u202f', ' ');
  return `${on(format)} at ${on(time)}`;
}
