import type { Checklist } from './checklist.ts';

export const ADMIN_USERS: Checklist = {
  screen: 'Admin Panel, Users',
  lines: [
    {
      what: 'Username, Email, Points, Games, Average Score, Role, Favorite Song, Home Venue',
      state: 'the columns',
    },
    { what: '2 users', state: 'the count' },
    { what: 'Admin', state: "an administrator's badge" },
    { what: 'User', state: "anybody else's badge" },
    { what: 'average score with one decimal', state: 'every row' },
    { what: 'found by username or email', state: 'something is typed' },
    { what: 'No users found matching the search text', state: 'nothing is found' },
  ],
};

export const ADMIN_SETUP: Checklist = {
  screen: 'Admin Panel, Setup',
  lines: [
    { what: '207 songs', state: 'what Initialize Database imports' },
    { what: '58 users from the old site', state: 'what Import Users imports' },
    { what: 'It is safe to run again', state: 'said of both' },
    { what: 'a default password', state: 'prefilled' },
    { what: 'Import Users is disabled below 8 characters', state: 'temporary password of 7' },
    { what: 'Failed to initialize database', state: 'the call fails without a sentence' },
    { what: 'Imported 1 songs and 1 shows', state: 'one of each was missing' },
    { what: 'Imported 0 songs and 0 shows', state: 'run again' },
    { what: 'Failed to import users', state: 'the call fails without a sentence' },
    { what: 'Imported 58 users (0 skipped)', state: 'the first time' },
    { what: 'Imported 0 users (58 skipped)', state: 'run again' },
  ],
};

export const ACCOUNT_SETTINGS: Checklist = {
  screen: 'Account Settings',
  lines: [
    { what: 'the email cannot be edited', state: 'always' },
    { what: 'Username cannot be empty', state: 'saved with an empty or blank username' },
    { what: 'the song list fills the dropdown of favourite songs', state: 'always' },
    { what: 'home venue in free text', state: 'always' },
    { what: 'Failed to update profile', state: 'the call fails without a sentence' },
    { what: 'Updating...', state: 'while the profile is saved' },
    { what: 'Profile updated successfully', state: 'saved' },
    { what: 'disabled until all three are filled', state: 'current, new and confirmed password' },
    { what: 'Password must be at least 8 characters', state: 'a new password of 7' },
    { what: 'Passwords do not match', state: 'new and confirmed password differ' },
    { what: 'Failed to update password', state: 'the call fails without a sentence' },
    { what: 'Current password is incorrect', state: 'the server refuses it' },
    { what: 'Password updated successfully', state: 'changed' },
    { what: 'a success clears all three', state: 'changed' },
  ],
};
