import type { Checklist } from './checklist.ts';

export const SHOW_LEADERBOARD: Checklist = {
  screen: 'Show Leaderboard',
  lines: [
    { what: 'No Show Selected', state: 'before the selection' },
    { what: 'name, date and status of all shows', state: 'the dropdown' },
    { what: 'Loading leaderboard...', state: 'while the board loads' },
    { what: 'No predictions for this show yet', state: 'nobody has predicted' },
    { what: 'Champion', state: 'rank 1 of a scored show' },
    { what: 'Runner-up', state: 'rank 2' },
    { what: 'Third Place', state: 'rank 3' },
    { what: 'a medal for ranks 1 to 3', state: 'a scored show with four fans' },
    { what: 'first two letters of the username', state: 'the avatar' },
  ],
};

export const GLOBAL_LEADERBOARD: Checklist = {
  screen: 'Global Leaderboard',
  lines: [
    {
      what: 'No leaderboard data yet. Be the first to make a prediction!',
      state: 'nobody has a scored game',
    },
    { what: 'You', state: 'the row of who looks' },
    { what: 'Top 1', state: 'rank 1' },
    { what: 'Top 2', state: 'rank 2' },
    { what: 'Top 3', state: 'rank 3' },
    { what: 'no badge from rank 4 on', state: 'four fans' },
    { what: 'games, average to one decimal, total points', state: 'every row' },
    { what: 'a medal for ranks 1 to 3', state: 'four fans' },
    { what: 'first two letters of the username', state: 'the avatar' },
  ],
};

export const LIVE_SETLIST: Checklist = {
  screen: 'Live Setlist',
  lines: [
    { what: 'No Live Shows', state: 'no show is live' },
    { what: 'No setlist available yet', state: '?show= of a show to come' },
    { what: 'Setlist', state: 'heading of a show that is not live' },
    { what: 'Live Setlist', state: 'heading of a live show' },
    { what: 'Live Updates Active', state: 'a live show' },
    { what: 'Live', state: 'status badge of a live show' },
    { what: 'Show starting soon...', state: 'a live show without songs' },
    { what: 'Song 2 of ~23', state: 'two songs' },
    { what: 'Now Playing', state: 'the last song of a live show, and only it' },
    { what: 'play times, in order of position', state: 'two songs' },
    { what: 'Closed', state: 'status badge of a closed show' },
  ],
};

export const SONG_DATABASE: Checklist = {
  screen: 'Song Database, and under Your Statistics',
  lines: [
    { what: 'Songs, Top, Trending, Tours, Venues', state: 'the tabs' },
    { what: 'all, common, uncommon, rare, very_rare, debut', state: 'the rarity filter' },
    { what: 'title, timesPlayed, lastPlayed', state: 'the sorts' },
    { what: 'Title, Album, Rarity, Times played, Last played', state: 'the columns' },
    { what: 'No songs found matching your filters', state: 'nothing is found' },
    { what: 'Fan Favorite', state: 'Top: played more than 100 times, and only then' },
    { what: 'Hot', state: 'Trending' },
    { what: 'Performed in the last 6 months', state: 'Trending' },
    { what: 'a bar scaled to the maximum', state: 'Tours' },
    { what: 'City, State, Shows, Last show', state: 'Venues' },
  ],
};

export const YOUR_STATISTICS: Checklist = {
  screen: 'Your Statistics',
  lines: [
    { what: 'Your Statistics', state: 'always' },
    { what: 'Total Points', state: 'always' },
    { what: 'Games Played', state: 'always' },
    { what: 'Average Score', state: 'always' },
    { what: 'Best Score', state: 'the most points of a scored prediction' },
    { what: 'Prediction History', state: 'always' },
    { what: 'Completed', state: 'a scored prediction' },
    { what: 'Pending', state: 'a prediction without points' },
    { what: 'Not scored yet', state: 'a prediction without points' },
    { what: 'submission time and song count', state: 'every prediction' },
    { what: 'Pending Predictions', state: 'always' },
    { what: 'Awaiting Results', state: 'a prediction without points' },
  ],
};

export const FAN_FORUMS: Checklist = {
  screen: 'Fan Forums',
  lines: [
    { what: 'No forum threads yet', state: 'there is none' },
    { what: 'Create the first thread', state: 'there is none: leads to /forums/new' },
    { what: 'New Thread', state: 'always: leads to /forums/new' },
    { what: 'Pinned', state: 'a section above the others' },
    {
      what: 'initials, title, author, category, replies, relative last activity',
      state: 'every thread, which leads to /forums/thread?id=',
    },
  ],
};
