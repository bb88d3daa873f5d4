import type { Checklist } from './checklist.ts';

export const ADMIN_ACCESS: Checklist = {
  screen: 'Admin Panel',
  lines: [
    { what: 'Access Denied', state: 'a fan opens /admin' },
    { what: 'no Admin Panel in the sidebar', state: 'a fan is signed in' },
    { what: 'Admin Panel', state: "an administrator's sidebar leads to it" },
    { what: 'loading skeleton', state: 'until the shows are there' },
    { what: 'Live Setlist, Shows, Songs, Scoring, Users, Setup', state: 'the six tabs, in order' },
    { what: 'Live Setlist is the tab that is open', state: 'no tab was chosen' },
  ],
};

export const ADMIN_SETLIST: Checklist = {
  screen: 'Admin Panel, Live Setlist',
  lines: [
    { what: 'Please select a show and song', state: 'added without a show; without a song' },
    { what: 'the add button is disabled', state: 'while the setlist loads' },
    { what: 'next position 1', state: 'the setlist is empty' },
    { what: 'next position = highest existing plus one', state: 'there are songs' },
    { what: 'Mark as Closer (41 points)', state: 'beside the song to be added' },
    { what: 'Notes (optional)', state: 'beside the song to be added' },
    { what: 'Song added to setlist', state: 'added' },
    { what: 'the song, its notes and its closer mark are listed', state: 'added' },
    { what: 'Failed to add song to setlist', state: 'the call fails without a sentence' },
    { what: 'a row edits its notes and closer flag, or is displayed', state: 'Edit was pressed' },
    { what: 'Setlist song updated', state: 'a row was saved' },
    { what: 'Failed to update setlist song', state: 'the call fails without a sentence' },
    {
      what: 'All scores for the show will be recalculated.',
      state: 'asked before a row is removed',
    },
    { what: 'Song removed from setlist', state: 'a row was removed' },
    { what: 'Failed to delete song', state: 'removing a row fails without a sentence' },
  ],
};

export const ADMIN_SCORING: Checklist = {
  screen: 'Admin Panel, Scoring',
  lines: [
    { what: 'Calculate Scores', state: 'always' },
    { what: 'Please select a show', state: 'no show was chosen' },
    {
      what: 'Show must be live or closed to calculate scores',
      state: 'the chosen show is open',
    },
    { what: 'status and song count', state: 'a show was chosen' },
    { what: 'Failed to calculate scores', state: 'the call fails without a sentence' },
    { what: 'Scores calculated successfully', state: 'the show is live' },
    {
      what: 'leaderboards, my predictions and the user are refreshed',
      state: 'scores were calculated',
    },
    { what: 'Rank, Username, Total Points', state: 'the show is closed' },
    { what: 'no leaderboard is asked for', state: 'the show is not closed' },
  ],
};
