import type { Checklist } from './checklist.ts';

export const LANDING: Checklist = {
  screen: 'Landing (/, signed out)',
  lines: [
    { what: 'Start Playing', state: 'always; leads to /signup' },
    { what: 'Sign In', state: 'always; leads to /login' },
    { what: 'Predict Setlists', state: 'the first of four feature cards' },
    { what: 'Earn Points', state: 'the second of four feature cards' },
    { what: 'Join Community', state: 'the third of four feature cards' },
    { what: 'Track Stats', state: 'the fourth of four feature cards' },
    { what: 'a fan spotlight with outside links', state: 'always' },
    { what: 'official band links', state: 'always' },
    { what: 'a footer with social links', state: 'always' },
  ],
};

export const ABOUT: Checklist = {
  screen: 'About (/about)',
  lines: [
    { what: 'the mission', state: 'always' },
    { what: 'how it works', state: 'always, in four steps' },
    { what: 'Make a prediction', state: 'step 1' },
    { what: 'Watch the show', state: 'step 2' },
    { what: 'Earn points', state: 'step 3' },
    { what: 'Climb the leaderboard', state: 'step 4' },
    { what: 'community', state: 'always' },
    { what: 'donation support', state: 'always' },
    { what: 'Coming Soon', state: 'of donations' },
    { what: 'a contact address for donations', state: 'always' },
    { what: 'independent fan site, not affiliated with the band', state: 'the disclaimer' },
  ],
};

export const CONTACT: Checklist = {
  screen: 'Contact (/contact)',
  lines: [
    { what: 'a general section', state: 'always' },
    { what: 'a forums link', state: 'always' },
    { what: 'social links to three networks', state: 'always' },
    { what: 'a bug-report address', state: 'always' },
  ],
};

export const DONATE: Checklist = {
  screen: 'Donate (/donate, signed in)',
  lines: [
    { what: 'Coming Soon', state: 'always' },
    { what: 'a contact address for donations', state: 'always' },
    { what: 'no payment flow', state: 'always' },
  ],
};

export const ROUTES: Checklist = {
  screen: 'The route table',
  lines: [
    { what: 'any case and a trailing slash', state: 'each route, for whom it is' },
    { what: 'pages of who is signed in are closed to visitors', state: 'signed out' },
    { what: 'an unknown path', state: 'signed out, signed in' },
    { what: 'a skeleton while authentication status loads', state: 'until the answer is there' },
  ],
};
