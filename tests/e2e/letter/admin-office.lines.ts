import type { Checklist } from './checklist.ts';

export const ADMIN_SHOWS: Checklist = {
  screen: 'Admin Panel, Shows',
  lines: [
    {
      what: 'Create Show',
      state: 'above the cards; title and button of the dialog without a show',
    },
    { what: 'Edit Show', state: 'title of the dialog with a show, whose values it holds' },
    { what: 'Cancel', state: 'both dialogs: nothing is sent' },
    { what: 'Name is required', state: 'submitted without a name' },
    { what: 'City is required', state: 'submitted without a city' },
    { what: 'Date is required', state: 'submitted without a date' },
    { what: 'country USA', state: 'a new show' },
    { what: 'Failed to create show', state: 'the call fails without a sentence' },
    {
      what: 'This time does not exist in America/New_York: its clocks go forward then',
      state: 'the server refuses the date',
    },
    { what: 'Show created successfully', state: 'created' },
    { what: 'name, venue, city, state, date, time, status', state: "a show's card" },
    { what: 'Failed to update show', state: 'the call fails without a sentence' },
    { what: 'Show updated successfully', state: 'edited' },
    { what: 'Open, Live, Closed', state: 'the status selector; any can be set directly' },
    { what: 'Failed to update show status', state: 'the call fails without a sentence' },
    { what: 'Show status updated successfully', state: 'another status was chosen' },
    {
      what: 'Its predictions and setlist data will be deleted too.',
      state: 'asked before a show is deleted',
    },
    { what: 'Failed to delete show', state: 'the call fails without a sentence' },
    { what: 'Show deleted successfully', state: 'deleted' },
  ],
};

export const ADMIN_SONGS: Checklist = {
  screen: 'Admin Panel, Songs',
  lines: [
    { what: 'Title, Album, Rarity, Times Played, Actions', state: 'the columns' },
    { what: 'search by title', state: 'something is typed' },
    { what: 'No songs match your search', state: 'nothing is found' },
    { what: 'No songs found', state: 'there is no song at all' },
    { what: 'Create Song', state: 'above the table; title and button of the dialog' },
    { what: 'Edit Song', state: 'title of the dialog with a song, whose values it holds' },
    { what: 'Title is required', state: 'submitted without a title' },
    { what: 'common, uncommon, rare, very_rare, debut', state: "the dialog's rarities" },
    { what: 'category studio', state: 'a new song' },
    { what: 'Failed to create song', state: 'the call fails without a sentence' },
    { what: 'A song with this title already exists', state: 'the server refuses it' },
    { what: 'Song created successfully', state: 'created' },
    { what: 'Failed to update song', state: 'the call fails without a sentence' },
    { what: 'Updating...', state: 'while the call is pending' },
    { what: 'Song updated successfully', state: 'edited' },
    {
      what: 'The song will be removed from all predictions and setlists.',
      state: 'asked before a song is deleted',
    },
    { what: 'Failed to delete song', state: 'the call fails without a sentence' },
    { what: 'Song deleted successfully', state: 'deleted' },
  ],
};
