import { paths } from '#contract/pages.ts';
import { formatCorrection } from '#contract/receipts.ts';
import type { SharedCard } from '#contract/scorecard.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { hidesShow } from '#contract/spoilers.ts';
import { isAboutReturn, isAboutVoid } from './about.ts';
import type { ClaimedNotification } from './claim.ts';
import {
  composeResult,
  formatPoints,
  formatScore,
  type NotificationContent,
} from './compose-result.ts';

export function composeEmail(
  notification: ClaimedNotification,
  card?: SharedCard,
): NotificationContent {
  const { kind, show } = notification;
  switch (kind) {
    case 'result':
      if (isHidden(notification))
        return {
          subject: `Your points for ${show.name} are in`,
          introduction: `${show.name} in ${show.city} was scored. You turned on “No spoilers”, so your points aren’t in this email.`,
          button: 'See your scorecard',
          path: paths.myPredictions({ show: show.id }),
        };
      return composeResult(notification, card);
    case 'reminder':
      return {
        subject: formatReminder(notification),
        introduction: `${formatNudge(notification)}You haven’t predicted ${show.name} in ${show.city} yet. Predictions lock on ${formatTime(show, predictionsLockAt(show))}.`,
        button: 'Make your prediction',
        path: paths.game({ show: show.id }),
      };
    case 'moved': {
      const { subject, introduction } = composeMove(notification);
      const target = isAboutVoid(notification.about)
        ? { button: 'Make your prediction', path: paths.game({ show: show.id }) }
        : { button: 'See your prediction', path: paths.myPredictions({ show: show.id }) };
      return { subject, introduction, ...target };
    }
    // Has no points, because the fan may have hidden a show of the tour.
    case 'recap':
      return {
        subject: `Your recap of ${show.tourName} is ready`,
        introduction: `${show.tourName} is over. See your points, your best call and the nights that stood out.`,
        button: 'See your recap',
        path: paths.tourRecap({ tour: show.tourName ?? '' }),
      };
  }
}

export function composePush(notification: ClaimedNotification): {
  title: string;
  body: string;
  path: string;
} {
  const { kind, show, correction } = notification;
  const { path } = composeEmail(notification);
  switch (kind) {
    case 'result': {
      if (isHidden(notification))
        return { title: show.name, body: 'Your points are in. Open it when you’re ready.', path };
      const body = correction
        ? `${formatCorrection(correction)}. You now have ${formatPoints(notification)}.`
        : 'See which songs you called, and how you ranked.';
      const title = correction ? show.name : formatScore(notification);
      return { title, body, path };
    }
    case 'reminder': {
      const lockTime = formatTime(show, predictionsLockAt(show));
      return {
        title: show.name,
        body: `${formatNudge(notification) || 'No prediction yet. '}Predictions lock on ${lockTime}.`,
        path,
      };
    }
    case 'moved':
      return { title: show.name, body: composeMove(notification).pushBody, path };
    case 'recap':
      return { title: show.tourName ?? show.name, body: 'The tour is over. See your recap.', path };
  }
}

/** The fan hides spoilers for this show, so the message must omit their points. */
export function isHidden({ show, ...settings }: ClaimedNotification): boolean {
  return hidesShow(settings, { ...show, date: show.date.toISOString() });
}

function composeMove({ about, show }: ClaimedNotification) {
  const { name, city, status } = show;
  const unchangedNote = 'We kept your prediction.';
  switch (status) {
    case 'cancelled':
      return {
        subject: `${name} is cancelled`,
        introduction: `${name} in ${city}, on ${formatTime(show)}, is cancelled. No points are awarded for it.`,
        pushBody: 'Cancelled: no points are awarded.',
      };
    case 'postponed':
      return {
        subject: `${name} is postponed`,
        introduction: `${name} in ${city}, on ${formatTime(show)}, is postponed. There is no new date yet. ${unchangedNote}`,
        pushBody: `Postponed: no new date yet. ${unchangedNote}`,
      };
    default: {
      const until = show.locksAt
        ? formatTime(show, predictionsLockAt(show))
        : 'an hour before the start';
      if (isAboutVoid(about))
        return {
          subject: `Please predict ${name} again`,
          introduction: `${name} in ${city} reopened after fans had seen each other’s predictions, so all of them were discarded. It starts on ${formatTime(show)}. You can predict it again until ${until}.`,
          pushBody: 'All predictions were discarded. Predict again.',
        };
      const editNote = show.arePredictionsFrozen
        ? 'Your prediction is unchanged. It’s frozen, because fans have already seen each other’s predictions.'
        : `Your prediction is unchanged. You can edit it until ${until}.`;
      if (isAboutReturn(about, show))
        return {
          subject: `${name} is back on`,
          introduction: `${name} in ${city} is back on for ${formatTime(show)}. ${editNote}`,
          pushBody: `Back on: ${formatTime(show)}.`,
        };
      return {
        subject: `${name} now starts on ${formatTime(show)}`,
        introduction: `${name} in ${city} now starts on ${formatTime(show)}. ${editNote}`,
        pushBody: `Moved: now on ${formatTime(show)}.`,
      };
    }
  }
}

function formatReminder({ nudge, show }: ClaimedNotification): string {
  if (!nudge) return `You haven’t predicted ${show.name} yet`;
  return `${nudge.by ?? nudge.league} is waiting for your prediction for ${show.name}`;
}

/** 'teasel (Rail riders) is waiting for your prediction. ', or '' for the usual reminder. */
function formatNudge({ nudge }: ClaimedNotification): string {
  if (!nudge) return '';
  const sender = nudge.by ? `${nudge.by} (${nudge.league})` : nudge.league;
  return `${sender} is waiting for your prediction. `;
}

/** 'Saturday, July 4 at 7:30 PM EDT', in the venue's time zone. */
function formatTime(
  { date, timeZone }: ClaimedNotification['show'],
  instant = date.getTime(),
): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone })
      .format(instant)
      .replaceAll('\u202f', ' ');
  return `${formatPart(format)} at ${formatPart(time)}`;
}
