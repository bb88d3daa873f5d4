import type { Topic } from '#contract/freshness.ts';

/** Queries that a topic may invalidate without a change. All other invalidation must be exact. */
export const COARSE_TOPICS: Partial<Record<Topic, { reason: string; reads: readonly string[] }>> = {
  show: {
    reason:
      'covers both details and status, lists depend on every show, and an import names no show',
    reads: [
      ...['getShow', 'listLiveShows', 'listUpcomingShows'],
      ...['getShowLeaderboard', 'getMyShowRow', 'listMyPredictions', 'getPrediction', 'getShare'],
      ...['getSetlist', 'getLiveShow', 'getShowSources', 'listProposedChanges', 'getShowCalls'],
      ...['getFanSheet', 'getFanPicks', 'getCrowd', 'getRarityBoard', 'getMyRarityRow'],
      ...['listSongs', 'getSongHistory', 'getTopSongs', 'getTrendingSongs'],
      ...['getShowDeletion', 'getSongDeletion', 'getReceipt'],
      ...['getAccountDeletion', 'getDemoContent'],
      ...['getTourPatterns', 'getVenueStatistics', 'getShowOdds', 'getNextSongs'],
      ...['getNextSheet', 'getNextSheetOdds'],
      'getUsualLength',
      ...['getHouseNight', 'getHouseTotals', 'getHouseRecord', 'getMyHouseRecord'],
      ...['getLeague', 'getLeagueTonight', 'getLeagueSeason', 'listLeagueNights'],
      ...['getLeagueSheets', 'listLeagueRivals'],
      'getFan',
      ...['listTours', 'getTourLeaderboard', 'getMyTourRow'],
      ...['getShowReopening', 'listVoidedPredictions', 'listThreads', 'getThread'],
      ...['getShowRecap', 'getMyShowRecap'],
      ...['getSetlistCredits', 'getWidget'],
    ],
  },
  setlist: {
    reason:
      "a song's statistics and odds depend on every setlist, and an undo may restore an equal row",
    reads: [
      ...['listSongs', 'getSongHistory', 'getTopSongs', 'getTrendingSongs'],
      ...['getLastSetlistChange', 'listProposedChanges', 'getShowOdds', 'getNextSongs'],
      ...['getNextSheet', 'getNextSheetOdds'],
      ...['getShowDeletion', 'getSongDeletion', 'getShowCalls'],
      ...['getUsualLength', 'getDemoContent', 'getFanSheet'],
      'getWidget',
    ],
  },
  privacy: {
    reason: "covers all sheets of a show: the topic's subject is the show, not the fan",
    reads: [
      'getFanSheet',
      'getFanPicks',
      'getShowCalls',
      'getCrowd',
      'getWidget',
      'getLiveShow',
      'getRarityBoard',
      'getMyShowRecap',
    ],
  },
  sealedSetlist: {
    reason: 'deletions and proposals depend on every setlist',
    reads: ['getSongDeletion', 'listProposedChanges', 'getDemoContent'],
  },
  catalogue: {
    reason: 'a new song may have no recent plays',
    reads: ['getTrendingSongs', 'getDemoContent'],
  },
  standings: {
    reason: 'an additional song may change no points',
    reads: [
      ...['getShowLeaderboard', 'getMyShowRow', 'getLiveShow', 'getFanSheet'],
      ...['getLeagueTonight', 'getRarityBoard', 'getMyRarityRow'],
      ...['getMyShowRecap', 'getWidget'],
    ],
  },
  totals: {
    reason: 'one event of the specification covers totals and standings, for every fan in them',
    reads: [
      ...['getCurrentUser', 'listUsers', 'getGlobalLeaderboard', 'getMyGlobalRow'],
      ...['listMyPredictions', 'getPrediction', 'getReceipt', 'getShowDeletion'],
      ...['getHouseTotals', 'getHouseRecord', 'listMyResults', 'getMyStatistics'],
      ...['getMyHouseRecord', 'getFanSheet', 'getFan'],
      ...['getShowRecap', 'getMyShowRecap'],
      ...['listTours', 'getTourLeaderboard', 'getMyTourRow'],
      ...['getLeagueTonight', 'getLeagueSeason', 'listLeagueNights'],
    ],
  },
  league: {
    reason: 'covers a league, its members and its bans, and lists depend on every league',
    reads: [
      ...['listMyLeagues', 'listListedLeagues', 'getLeague', 'listLeagueMembers'],
      ...['listLeagueBans', 'getInvitation', 'getLeagueTonight', 'getLeagueSeason'],
      ...['listLeagueNights', 'getLeagueSheets', 'listReports', 'listLeaguePosts'],
      'listLeagueRivals',
    ],
  },
  leagueTalk: {
    reason: 'covers all posts of a league, and only reported posts are listed',
    reads: ['getAccountDeletion', 'listReports'],
  },
  entrants: {
    reason: 'the last fan to submit may stay last, below the first rows of the leaderboard',
    reads: [
      'getShowLeaderboard',
      'getLiveShow',
      'getShowCalls',
      'getShowDeletion',
      'getSongDeletion',
      'getDemoContent',
      ...['getRestoreLoss', 'getFanSheet', 'getFanPicks', 'getCrowd', 'getShowReopening'],
      ...['getShowRecap', 'getMyShowRecap'],
      ...['getRarityBoard', 'getMyRarityRow', 'getLeagueSheets', 'listLeagueRivals'],
      'getWidget',
    ],
  },
  song: {
    reason: 'every response with song titles depends on every song',
    reads: [
      ...[
        'getSetlist',
        'getLiveShow',
        'getLastSetlistChange',
        'listMyPredictions',
        'getPrediction',
      ],
      ...['getTopSongs', 'getTrendingSongs', 'getSongHistory', 'getSongDeletion'],
      ...['listProposedChanges', 'getDemoContent'],
      ...['getShowOdds', 'getNextSongs', 'getNextSheetOdds'],
      ...['getUsualLength', 'getMyStatistics', 'getFanSheet', 'getFanPicks', 'getFan', 'getCrowd'],
      ...['getHouseNight', 'getHouseTotals', 'getHouseRecord', 'getMyHouseRecord'],
      ...['getShowRecap', 'getMyShowRecap', 'getWidget'],
    ],
  },
  profile: {
    reason: 'a name in the path is not a subject, and only reported texts are listed',
    reads: ['getFan', 'listReports', 'listBlocks'],
  },
  block: {
    reason: "covers all of a fan's blocks, and what the blocked fans wrote is not known",
    reads: ['getInvitation'],
  },
  report: { reason: 'covers open reports and removed content', reads: ['listReports'] },
  username: {
    reason: 'the topic does not say where the username appears',
    reads: [
      ...['listThreads', 'getThread', 'listPosts', 'getMyShowRow', 'listAudit'],
      'getMyRarityRow',
      ...['getLeague', 'listLeagueMembers', 'getInvitation', 'getLeagueTonight'],
      ...['getLeagueSeason', 'listLeagueNights', 'listReports'],
      ...['getLeagueSheets', 'listLeaguePosts', 'listLeagueRivals'],
      ...['getSetlistCredits', 'listScribes', 'listMutedFans'],
    ],
  },
  thread: {
    reason: 'covers the thread and its posts',
    reads: [
      ...['listThreads', 'getThread', 'listPosts', 'getThreadDeletion', 'getRestoreLoss'],
      ...['countAuthorPosts', 'getAccountDeletion', 'listReports', 'getDemoContent'],
    ],
  },
  newPost: {
    reason: "a show's thread is on one list only, and a fan's posts are not counted by thread",
    reads: ['listThreads', 'getAccountDeletion', 'countAuthorPosts', 'getDemoContent'],
  },
  prediction: {
    reason: "all of a fan's predictions are one subject",
    reads: ['getPrediction', 'getMyShowRow', 'getAccountDeletion', 'listVoidedPredictions'],
  },
  share: {
    reason: "all of a fan's links are one subject",
    reads: ['getShare', 'getShowDeletion', 'getAccountDeletion'],
  },
  sessions: {
    reason: 'a session may start for each one that ends, and API tokens end with them',
    reads: ['countUserSessions', 'listSessions', 'listApiTokens'],
  },
  webhook: {
    reason: 'one topic covers the webhooks and their logs',
    reads: ['listWebhooks', 'listWebhookDeliveries'],
  },
  account: {
    reason: 'an import names no account, and the list of accounts has no bio',
    reads: ['getCurrentUser', 'listUsers', 'getRestoreLoss'],
  },
};
