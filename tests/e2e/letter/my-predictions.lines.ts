import type { Checklist } from './checklist.ts';

export const MY_PREDICTIONS: Checklist = {
  screen: 'My Predictions (/my-predictions)',
  lines: [
    { what: 'My Predictions', state: 'always' },
    { what: 'No predictions yet', state: 'none was made' },
    { what: 'Make Prediction', state: 'none was made; leads to /game' },
    { what: 'No prediction for this show', state: '?show= of a show without one' },
    { what: 'View All Predictions', state: '?show= of a show without one' },
    { what: '← View All Predictions', state: '?show=' },
    { what: '?show= filters to one show', state: 'several were made' },
    { what: 'fetched anew whenever it opens', state: 'it was open before' },
    { what: 'show name, city, state, date and time', state: 'each card' },
    { what: 'points', state: 'scored' },
    { what: 'Live', state: 'not scored, the show is live' },
    { what: 'Pending', state: 'not scored, the show is open or closed' },
    { what: '8 songs selected', state: 'there are eight' },
    { what: 'submission date', state: 'each card' },
    { what: 'the first 6 songs', state: 'there are eight' },
    { what: '+2 more...', state: 'there are eight' },
    { what: 'Edit Prediction', state: 'open, before the cutoff, without points' },
    { what: 'View Results', state: 'live or closed' },
    { what: 'View & Download', state: 'each card' },
  ],
};

export const SIDE_BY_SIDE: Checklist = {
  screen: "'View Results', Side-by-Side",
  lines: [
    { what: 'Correct Position', state: 'first counter: picks of 41 and 27 points' },
    { what: 'Correct Song', state: 'second counter: picks of 10 points' },
    { what: 'Your Score', state: 'third counter: the points' },
    { what: 'a dash', state: 'third counter: not scored' },
    { what: 'Your Prediction', state: 'first column' },
    { what: 'Actual Setlist', state: 'second column' },
    { what: 'green', state: 'a row of the exact position' },
    { what: 'blue', state: 'a row of a song played at another position' },
    { what: 'not played yet', state: 'a dashed row while the show is live' },
    { what: 'Closer', state: 'badge in the actual column' },
    { what: 'Setlist not available yet', state: 'no setlist' },
    { what: 'Correct position (27-41 pts)', state: 'legend' },
    { what: 'Correct song, wrong position (10 pts)', state: 'legend' },
    { what: 'Not played yet', state: 'legend, live' },
    { what: 'Not played', state: 'legend, not live' },
  ],
};
