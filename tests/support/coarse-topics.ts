import type { Topic } from '#contract/freshness.ts';

/**
 * Reads that a topic invalidates even when they don't change, because the topic is no finer. For
 * other subjects and other fans, invalidation must be exact.
 */
export const COARSE_TOPICS: Partial<Record<Topic, { because: string; reads: readonly string[] }>> =
  {
    show: {
      because: 'it is its details and its status, lists are of any show, and an import names none',
      reads: [
        ...['getShow', 'listLiveShows', 'listUpcomingShows'],
        ...['getShowLeaderboard', 'getMyShowRow', 'listMyPredictions', 'getPrediction', 'getShare'],
        ...['getSetlist', 'getLiveShow', 'getShowSources', 'listProposedChanges', 'getShowCalls'],
        ...['listSongs', 'getSongHistory', 'getTopSongs', 'getTrendingSongs'],
        ...['getShowDeletion', 'getSongDeletion', 'listCorrections'],
        ...['getAccountDeletion', 'getDemoContent'],
        ...['getTourPatterns', 'getVenueStatistics', 'getShowOdds', 'getNextSongs'],
        'getUsualLength',
        ...['getHouseNight', 'getHouseTotals', 'getHouseRecord'],
      ],
    },
    setlist: {
      because: "a song's figures and odds are of any setlist, and an undo may find the same row",
      reads: [
        ...['listSongs', 'getSongHistory', 'getTopSongs', 'getTrendingSongs'],
        ...['getLastSetlistChange', 'listProposedChanges', 'getShowOdds', 'getNextSongs'],
        ...['getShowDeletion', 'getSongDeletion', 'getShowCalls'],
        ...['getUsualLength', 'getDemoContent'],
      ],
    },
    sealedSetlist: {
      because: 'a deletion and a proposal are of any setlist',
      reads: ['getSongDeletion', 'listProposedChanges', 'getDemoContent'],
    },
    catalogue: {
      because: 'a new song need not have been played lately',
      reads: ['getTrendingSongs', 'getDemoContent'],
    },
    standings: {
      because: 'a song more need not give or take a point',
      reads: ['getShowLeaderboard', 'getMyShowRow', 'getLiveShow'],
    },
    totals: {
      because:
        'an event of the specification tells them with the standings, of all who are in them',
      reads: [
        ...['getCurrentUser', 'listUsers', 'getGlobalLeaderboard', 'getMyGlobalRow'],
        ...['listMyPredictions', 'getPrediction', 'listCorrections', 'getShowDeletion'],
        ...['getHouseTotals', 'getHouseRecord'],
      ],
    },
    entrants: {
      because: 'the last to submit may stay the last, and be below the head of the board',
      reads: [
        'getShowLeaderboard',
        'getLiveShow',
        'getShowCalls',
        'getShowDeletion',
        'getSongDeletion',
        'getDemoContent',
        'getRestoreLoss',
      ],
    },
    song: {
      because: 'whatever names songs by their titles depends on any of them',
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
        ...['getShowOdds', 'getNextSongs'],
        'getUsualLength',
        ...['getHouseNight', 'getHouseTotals', 'getHouseRecord'],
      ],
    },
    username: {
      because: 'the places that name a fan are not distinguished',
      reads: ['listThreads', 'getThread', 'listPosts', 'getMyShowRow', 'listAudit'],
    },
    thread: {
      because: 'it is the thread with its posts',
      reads: [
        ...['listThreads', 'getThread', 'listPosts', 'getThreadDeletion', 'getRestoreLoss'],
        ...['countAuthorPosts', 'getAccountDeletion'],
      ],
    },
    prediction: {
      because: "a fan's own are one subject",
      reads: ['getPrediction', 'getMyShowRow', 'getAccountDeletion'],
    },
    share: {
      because: "a fan's own are one subject",
      reads: ['getShare', 'getShowDeletion', 'getAccountDeletion'],
    },
    sessions: { because: 'one may come for each that goes', reads: ['countUserSessions'] },
    account: { because: 'an import names none', reads: ['getCurrentUser'] },
  };
