import {
  dashboardReads,
  fanReads,
  fanSheetReads,
  gameReads,
  globalStandingsReads,
  houseRecordReads,
  liveSetlistReads,
  myPredictionsReads,
  readById,
  showLeaderboardReads,
  statisticsReads,
  threadReads,
} from './first-reads.ts';
import { getThread } from './forums.ts';
import { getLeague, listMyLeagues } from './leagues.ts';
import { linkPaths } from './link-pages.ts';
import { getNextSheet } from './next-sheet.ts';
import type { Page } from './page.ts';
import { createPathBuilder, type PathBuilder } from './page-paths.ts';
import { listMyPredictions } from './predictions.ts';
import { getShow, listShows } from './shows.ts';
import { getSongHistory, listSongs } from './songs.ts';

/** All pages in sidebar order. A page's file is `pageFile(name)`. */
export const PAGES = {
  landing: { path: '/', title: 'Predict the setlist', who: 'visitor', isPrerendered: true },
  predict: {
    path: '/predict',
    title: 'Make Your Prediction',
    who: 'anyone',
    queryParams: ['step', 'invitation'],
    reads: () => [{ endpoint: getNextSheet }],
  },
  login: { path: '/login', title: 'Sign In', who: 'visitor', queryParams: ['next'] },
  signup: { path: '/signup', title: 'Create Account', who: 'visitor', queryParams: ['next'] },
  forgotPassword: { path: '/forgot-password', title: 'Forgot Password', who: 'visitor' },
  resetPassword: { path: '/reset-password', title: 'New Password', who: 'anyone', noIndex: true },
  verifyEmail: { path: '/verify-email', title: 'Your Email Address', who: 'anyone', noIndex: true },
  signInLink: { path: '/sign-in-link', title: 'Sign-in Link', who: 'anyone', noIndex: true },
  firstAdministrator: {
    path: '/first-administrator',
    title: 'Your New Site',
    who: 'anyone',
    noIndex: true,
    queryParams: ['step'],
  },
  dashboard: {
    path: '/',
    title: 'Dashboard',
    who: 'user',
    nav: { group: 'Main' },
    reads: dashboardReads,
  },
  game: {
    path: '/game',
    title: 'Prediction Game',
    who: 'user',
    queryParams: ['show', 'edit'],
    nav: { group: 'Main' },
    reads: gameReads,
  },
  showSchedule: {
    path: '/shows',
    title: 'Show Schedule',
    who: 'user',
    nav: { group: 'Main' },
    reads: () => [{ endpoint: listShows }, { endpoint: listMyPredictions }],
  },
  myPredictions: {
    path: '/my-predictions',
    title: 'My Predictions',
    who: 'user',
    queryParams: ['show'],
    nav: { group: 'Competition' },
    reads: myPredictionsReads,
  },
  share: {
    path: '/my-predictions/share',
    title: 'Share Your Prediction',
    who: 'user',
    queryParams: ['prediction', 'tour'],
  },
  showLeaderboard: {
    path: '/show-leaderboard',
    title: 'Show Leaderboard',
    who: 'user',
    queryParams: ['show', 'tab'],
    nav: { group: 'Competition' },
    reads: showLeaderboardReads,
  },
  globalLeaderboard: {
    path: '/leaderboard',
    title: 'Global Leaderboard',
    who: 'user',
    queryParams: ['tour', 'year', 'run', 'by'],
    nav: { group: 'Competition' },
    reads: globalStandingsReads,
  },
  showRecap: {
    path: '/shows/{id}/recap',
    title: 'Show Recap',
    who: 'user',
    noIndex: true,
    reads: (getParam) => readById(getParam, getShow),
  },
  tourRecap: {
    path: '/tours/recap',
    title: 'Tour Recap',
    who: 'user',
    noIndex: true,
    queryParams: ['tour'],
  },
  fanSheet: {
    path: '/fans/{username}/shows/{id}',
    title: 'Fan Sheet',
    who: 'user',
    noIndex: true,
    reads: fanSheetReads,
  },
  fan: {
    path: '/fans/{username}',
    title: 'Fan',
    who: 'user',
    noIndex: true,
    reads: fanReads,
  },
  house: { path: '/house', title: 'House Players', who: 'user', reads: houseRecordReads },
  liveSetlist: {
    path: '/live-setlist',
    title: 'Live Setlist',
    who: 'user',
    queryParams: ['show'],
    nav: { group: 'Competition' },
    reads: liveSetlistReads,
  },
  statistics: {
    path: '/statistics',
    title: 'Your Statistics',
    who: 'user',
    nav: { group: 'Competition', label: 'Your Stats' },
    reads: statisticsReads,
  },
  leagues: {
    path: '/leagues',
    title: 'Leagues',
    who: 'user',
    nav: { group: 'Competition' },
    reads: () => [{ endpoint: listMyLeagues }],
  },
  league: {
    path: '/leagues/league',
    title: 'League',
    who: 'user',
    queryParams: ['id'],
    reads: (getParam) => readById(getParam, getLeague),
  },
  invited: {
    path: '/join',
    title: 'Invitation',
    who: 'visitor',
    noIndex: true,
    queryParams: ['invitation'],
  },
  join: { path: '/join', title: 'Invitation', who: 'user', queryParams: ['invitation'] },
  forums: {
    path: '/forums',
    title: 'Fan Forums',
    who: 'user',
    queryParams: ['category', 'page'],
    nav: { group: 'Community' },
    reads: threadReads,
  },
  newThread: { path: '/forums/new', title: 'New Thread', who: 'user' },
  thread: {
    path: '/forums/thread',
    title: 'Thread',
    who: 'user',
    queryParams: ['id', 'page'],
    reads: (getParam) => readById(getParam, getThread),
  },
  songDatabase: {
    path: '/song-database',
    title: 'Song Database',
    who: 'user',
    nav: { group: 'Community' },
    reads: () => [{ endpoint: listSongs }],
  },
  song: {
    path: '/song-database/song',
    title: 'Song',
    who: 'user',
    queryParams: ['id'],
    reads: (getParam) => readById(getParam, getSongHistory),
  },
  settings: {
    path: '/settings',
    title: 'Account Settings',
    who: 'user',
    nav: { group: 'Account', label: 'Settings' },
    reads: () => [{ endpoint: listSongs }],
  },
  about: { path: '/about', title: 'About', who: 'anyone', nav: { group: 'Information' } },
  rules: { path: '/rules', title: 'How scoring works', who: 'anyone', isPrerendered: true },
  contact: {
    path: '/contact',
    title: 'Contact',
    who: 'anyone',
    nav: { group: 'Information' },
  },
  donate: {
    path: '/donate',
    title: 'Donate',
    who: 'user',
    nav: { group: 'Information' },
  },
  scribe: {
    path: '/scribe',
    title: 'Setlist Entry',
    who: 'user',
    noIndex: true,
    queryParams: ['show', 'invitation'],
    nav: { group: 'Scribe' },
  },
  admin: {
    path: '/admin',
    title: 'Admin Panel',
    who: 'user',
    queryParams: ['tab', 'show'],
    nav: { group: 'Admin' },
    reads: () => [{ endpoint: listShows }],
  },
} as const satisfies Record<string, Page>;

/** Admin tab that replaces the others while a site is new. */
export const FIRST_START = 'first-start';

export type PageName = keyof typeof PAGES;

export function pageFile(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

const pagePaths = Object.fromEntries(
  Object.entries(PAGES).map(([name, { path }]) => [name, createPathBuilder(path)]),
) as unknown as { [name in PageName]: PathBuilder<(typeof PAGES)[name]> };

/** Every URL within the product: `paths.game({ show: id })`, `paths.fan({ username })`. */
export const paths = { ...pagePaths, ...linkPaths };
