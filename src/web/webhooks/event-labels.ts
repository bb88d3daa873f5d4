import { WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT, type WebhookEvent } from '#contract/webhooks.ts';

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'show.live': 'Show goes live',
  'show.closed': 'Show is over',
  'show.changed': 'Show is reopened, postponed or cancelled',
  'setlist.added': 'Song is played',
  'setlist.changed': 'Setlist is changed during the show',
  'setlist.corrected': 'Setlist is corrected after the show',
};

export function findEventLabel(event: string): string {
  if (event === WEBHOOK_TEST_EVENT) return 'Test event';
  const known = WEBHOOK_EVENTS.find((name) => name === event);
  return known ? EVENT_LABELS[known] : event;
}
