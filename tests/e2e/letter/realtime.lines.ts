import type { Checklist } from './checklist.ts';

export const REALTIME: Checklist = {
  screen: 'every signed-in page',
  lines: [
    { what: 'scores:update', state: 'refreshes the user, predictions, leaderboards, live ranking' },
    { what: 'setlist:update', state: "refreshes that show's setlist" },
    { what: 'show:status', state: 'refreshes the live shows and that show' },
    { what: 'malformed messages are only logged', state: 'what comes cannot be read' },
    { what: '5 attempts, 1 s doubling to 10 s', state: 'the connection is lost for good' },
    { what: 'connection errors are only logged', state: 'the connection is lost for good' },
  ],
};
