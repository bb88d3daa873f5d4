import type { Checklist } from './checklist.ts';

export const CHOICE: Checklist = {
  screen: 'Prediction Game without a show (/game)',
  lines: [
    { what: 'Prediction Game', state: 'always' },
    { what: 'Select a show to make your setlist prediction', state: 'always' },
    { what: 'list of upcoming shows', state: 'always' },
  ],
};

export const GAME: Checklist = {
  screen: 'Prediction Game (/game?show={id})',
  lines: [
    { what: 'Show not found.', state: 'no such show' },
    { what: 'name, city, state, date, tour, status badge', state: 'the header' },
    { what: 'Available Songs', state: 'always' },
    { what: 'Search songs...', state: 'placeholder of the search box' },
    { what: 'case-insensitive title match', state: 'searching in capitals' },
    { what: 'Played Nx', state: 'each song' },
    { what: 'last-played date', state: 'each song that was played' },
    { what: 'songs already chosen are hidden', state: 'after a choice: none is chosen twice' },
    { what: 'Your Prediction', state: 'always' },
    { what: 'added, moved up, moved down, removed', state: 'an open show' },
    { what: 'n / 24 songs selected', state: 'always' },
    { what: 'Maximum of 24 songs reached', state: 'the list is full' },
    { what: 'Maximum songs reached', state: 'toast: a 25th is added' },
    {
      what: 'You can only select up to 24 songs for your prediction.',
      state: 'its description',
    },
    { what: 'At least one song must be selected', state: 'the server, of an empty list' },
    { what: 'Submit Prediction', state: 'the button; disabled without songs' },
    { what: 'Submitting...', state: 'the button, disabled, while the call is on its way' },
    { what: 'Submission failed', state: 'toast, destructive: refused, or no answer' },
    { what: 'Unable to submit prediction', state: 'its description where the answer has none' },
    { what: "the server's message", state: 'its description where the answer has one' },
    { what: 'Prediction submitted!', state: 'toast: submitted' },
    {
      what: 'Good luck! Check back after the show to see your score.',
      state: 'its description',
    },
    { what: 'success leads to /my-predictions', state: 'submitted' },
    { what: 'Predictions are closed for this show', state: 'live, closed, or past the cutoff' },
    { what: 'nothing can be added or submitted', state: 'live, closed, or past the cutoff' },
    { what: 'the cutoff is 1 hour before the start', state: '61 and 59 minutes before it' },
  ],
};

export const EDIT: Checklist = {
  screen: 'Prediction Game in edit mode (/game?show={id}&edit={id})',
  lines: [
    { what: 'the saved songs sorted by position', state: 'always' },
    { what: 'Update Prediction', state: 'the button' },
    { what: 'Updating...', state: 'the button, disabled, while the call is on its way' },
    { what: 'Update failed', state: 'toast, destructive: refused, or no answer' },
    { what: 'Unable to update prediction', state: 'its description where the answer has none' },
    { what: "the server's message", state: 'its description where the answer has one' },
    { what: 'Prediction updated!', state: 'toast: updated' },
    { what: 'Your prediction has been updated successfully.', state: 'its description' },
    { what: 'success leads to /my-predictions', state: 'updated' },
  ],
};
