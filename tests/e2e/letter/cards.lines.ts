import type { Checklist } from './checklist.ts';

export const SCORECARD: Checklist = {
  screen: "'View Results', Scorecard",
  lines: [
    { what: 'Prediction Results', state: 'title of the dialog' },
    { what: 'Scorecard', state: 'the first tab' },
    { what: 'Side-by-Side', state: 'the second tab' },
    { what: 'show name, city and state, date', state: 'always' },
    { what: 'Prediction by marigold', state: 'always: the username' },
    { what: 'total points', state: 'scored' },
    { what: '#1 / 2', state: 'rank and total are known' },
    { what: 'Score Breakdown', state: 'there is a setlist' },
    { what: '#', state: 'column 1' },
    { what: 'Your Pick', state: 'column 2' },
    { what: 'Pts', state: 'column 3' },
    { what: 'Actual', state: 'column 4' },
    { what: 'Result', state: 'column 5' },
    { what: 'Opener', state: '41 points: the first pick was the opener' },
    { what: 'Not played', state: '0 points' },
    { what: 'Correct', state: '27 points: the exact position' },
    { what: 'Wrong', state: '10 points: played at another position' },
    { what: 'Closer', state: '41 points: the last pick was a closer' },
    { what: 'a scoring legend', state: 'always' },
    { what: 'a footer naming the game and the band', state: 'always' },
    { what: 'at most 450px wide', state: 'on a small screen' },
    { what: '{show-name}-scorecard.png, 800 px at scale 3', state: 'downloaded' },
  ],
};

export const CARD: Checklist = {
  screen: "'View & Download'",
  lines: [
    { what: 'Your Setlist Prediction', state: 'title of the dialog' },
    { what: 'the product title', state: 'always' },
    { what: 'show name, city and state, long weekday date', state: 'always' },
    { what: "the predictor's name and the submitted date", state: 'always' },
    { what: 'a numbered list of songs with album', state: 'always' },
    { what: 'the final score', state: 'points are not null' },
    { what: '{show-name}-prediction.png, scale 2', state: 'downloaded' },
    { what: 'Print', state: 'always' },
  ],
};

export const PICTURES: Checklist = {
  screen: "A card's picture: what can go wrong, and the photo library of a native device",
  lines: [
    { what: 'Error', state: 'toast: the picture could not be made' },
    { what: 'Failed to generate scorecard.', state: 'its description' },
    { what: 'Save Failed', state: 'toast, destructive: not saved' },
    { what: 'Could not save to Photos. Please try again.', state: 'its description by default' },
    {
      what: 'Please allow access to Photos in Settings to save scorecards.',
      state: 'its description: code permissionDenied, or a message of permission',
    },
    {
      what: 'Limited Photos access. Please grant full access in Settings.',
      state: 'its description: code limitedLibrary or photoLibraryLimited',
    },
    { what: 'Saved to Photos!', state: 'toast: saved' },
    { what: 'Your scorecard has been saved to your Photos app.', state: 'its description' },
  ],
};
