import type { Checklist } from './checklist.ts';

export const DASHBOARD: Checklist = {
  screen: 'Dashboard (/, signed in)',
  lines: [
    { what: 'Welcome back, {username}!', state: 'always' },
    { what: 'Total Points', state: 'the first of four cards' },
    { what: 'Games Played', state: 'the second of four cards' },
    { what: 'Average Score', state: 'the third of four cards, with one decimal' },
    { what: 'Current Rank', state: 'the fourth of four cards' },
    { what: '--', state: 'the current rank, always' },
    { what: 'Upcoming Shows Available for Prediction', state: 'always' },
    {
      what: 'status badge, tour name, city, state, date and time',
      state: 'the card of an upcoming show',
    },
    { what: 'Make Prediction', state: 'an open show; leads to /game?show={id}' },
    { what: 'Closed', state: 'a show past its cutoff; the button is disabled' },
    { what: 'Your Predictions', state: 'always' },
    { what: 'the first 5 predictions', state: 'there are six' },
    { what: 'a total count', state: 'there are six' },
    { what: 'show name, city, state, date, number of songs', state: 'each prediction' },
    { what: 'Pending', state: 'a prediction without points' },
    { what: 'points', state: 'a scored prediction' },
    { what: 'Quick Actions', state: 'always; lead to /leaderboard, /statistics, /shows' },
  ],
};

export const LIVE: Checklist = {
  screen: 'A live show, on the dashboard and in the sidebar',
  lines: [
    { what: 'Live Now', state: 'dashboard: a show is live' },
    { what: 'a button to /live-setlist', state: 'dashboard: a show is live' },
    { what: 'Show starting soon...', state: 'dashboard: its setlist is empty' },
    { what: 'the last 5 songs', state: 'dashboard: its setlist has six' },
    { what: 'Now Playing', state: 'dashboard: the newest song' },
    { what: 'Showing last 5 songs • 6 total', state: 'dashboard: its setlist has six' },
    { what: 'Live Show Rankings', state: 'sidebar: a show is live' },
    { what: 'the show name', state: 'sidebar: a show is live' },
    { what: 'the top 5 entries', state: 'sidebar: six have predicted it' },
    { what: 'rank, initials, username, totalPoints', state: 'sidebar: each entry' },
    { what: 'View All 6 Entries', state: 'sidebar: six have predicted it; leads to /leaderboard' },
    { what: 'No predictions yet', state: 'sidebar: nobody has predicted it' },
    { what: 'the first live show is used', state: 'two shows are live' },
  ],
};

export const SCHEDULE: Checklist = {
  screen: 'Show Schedule (/shows)',
  lines: [
    { what: 'Show Schedule', state: 'always' },
    { what: 'Upcoming Shows', state: 'shows to come, and live ones' },
    { what: 'venue, city, state, date, time', state: 'each upcoming show' },
    { what: 'a predict button', state: 'each upcoming show' },
    { what: 'Live', state: 'a live show; leads to /live-setlist?show={id}' },
    { what: 'Past Shows', state: 'there are some' },
    { what: 'at most 12 past shows', state: 'there are more' },
    { what: 'the rest, a page at a time', state: 'Older shows, Newer shows' },
    { what: 'View Setlist', state: 'a past show; leads to /live-setlist?show={id}' },
    { what: 'My Prediction', state: 'a past show; leads to /my-predictions?show={id}' },
    { what: 'No shows in the schedule yet. Check back soon!', state: 'there is no show' },
    {
      what: 'No upcoming shows available at the moment. Check back soon!',
      state: 'dashboard: there is no show',
    },
  ],
};
