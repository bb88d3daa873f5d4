import type { Checklist } from './checklist.ts';

export const SIDEBAR: Checklist = {
  screen: 'Sidebar and header bar, on every screen of who is signed in',
  lines: [
    { what: 'brand header', state: 'always' },
    { what: 'the groups Main, Competition, Community, Account, Information', state: 'a fan' },
    { what: 'Dashboard', state: 'in Main; leads to /' },
    { what: 'Prediction Game', state: 'in Main; leads to /game' },
    { what: 'Show Schedule', state: 'in Main; leads to /shows' },
    { what: 'My Predictions', state: 'in Competition; leads to /my-predictions' },
    { what: 'Show Leaderboard', state: 'in Competition; leads to /show-leaderboard' },
    { what: 'Global Leaderboard', state: 'in Competition; leads to /leaderboard' },
    { what: 'Live Setlist', state: 'in Competition; leads to /live-setlist' },
    { what: 'Your Stats', state: 'in Competition; leads to /statistics' },
    { what: 'Fan Forums', state: 'in Community; leads to /forums' },
    { what: 'Song Database', state: 'in Community; leads to /song-database' },
    { what: 'Settings', state: 'in Account; leads to /settings' },
    { what: 'About', state: 'in Information; leads to /about' },
    { what: 'Contact', state: 'in Information; leads to /contact' },
    { what: 'Donate', state: 'in Information; leads to /donate' },
    { what: 'Admin Panel', state: 'an Admin group, for administrators only; leads to /admin' },
    { what: 'username and email', state: 'in its footer' },
    { what: 'Logout', state: 'in its footer' },
    { what: '16rem wide', state: 'expanded' },
    { what: '3rem wide', state: 'collapsed to icons' },
    { what: '18rem wide', state: 'the sheet on phones' },
    { what: 'a sheet below 768px', state: '767 and 768 px' },
    { what: 'a toggle in a top header bar', state: 'always' },
    { what: 'Ctrl/Cmd+B toggles it', state: 'wide, and on phones' },
    { what: 'cookie sidebar_state, 7 days', state: 'after a toggle, and after a reload' },
    { what: 'no live ranking is requested', state: 'no show is live' },
    { what: 'Logout failed', state: 'toast: no answer to a logout' },
    { what: 'Unable to logout. Please try again.', state: 'its description' },
    { what: 'Logout clears all cached data and reloads at /', state: 'after a logout' },
  ],
};

export const TOOLTIPS: Checklist = {
  screen: 'Tooltips, as on the icons of the collapsed sidebar',
  lines: [
    { what: 'a delay of 700 ms', state: 'the pointer rests on an icon' },
    { what: 'a skip delay of 300 ms', state: 'it goes on to the next within 300 ms, or later' },
  ],
};
