import { matchQuery, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import {
  getCurrentUser,
  listSessions,
  login,
  logout,
  register,
  revokeSession,
  updatePassword,
  updateProfile,
} from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import {
  createPrediction,
  listMyPredictions,
  type Prediction,
  updatePrediction,
} from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { createShare, getShare, revokeShare, updateShare } from '#contract/shares.ts';
import { getShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { isAnswer } from './http-error.ts';
import { keyOf } from './query-key.ts';

/** A write and what became of it: an answer, or an error. */
export interface Written {
  endpoint: Endpoint;
  input: unknown;
  answer: unknown;
  error: Error | null;
}

/** Reads anew what a write made stale, at once where a page shows it; resolves when that is there. */
export async function readAnew(client: QueryClient, written: Written): Promise<void> {
  const filters = staleAfter(written);
  // Filters overlap: together they are one, so that nothing is fetched twice.
  await client.invalidateQueries({
    predicate: (query) => filters.some((one) => matchQuery(one, query)),
  });
}

function staleAfter({ endpoint, input, answer, error }: Written): QueryFilters[] {
  switch (endpoint) {
    case login:
    case register:
    case logout:
      return [];
    case updatePassword:
    case revokeSession:
      // With the password every other session has ended, and this one is a new one.
      return error ? [] : [{ queryKey: keyOf(listSessions) }];
    case updateProfile:
      // The name stands on boards and posts.
      return error ? [] : [allBut(keyOf(getCurrentUser), keyOf(listSongs), BAND)];
    case createShare:
    case updateShare:
    case revokeShare:
      // It may have been changed on another device.
      return error
        ? [{ queryKey: keyOf(getShare, (input as { params: { id: string } }).params) }]
        : [];
    case createPrediction:
    case updatePrediction:
      return error ? REASONS : afterPrediction(answer as Prediction | null);
    case addSetlistSong:
      // Without a line it is tried again, and again.
      return error && !isAnswer(error) ? [] : [allBut(BAND)];
    default:
      // What an administrator or a writer in the forums changes can show anywhere.
      return [allBut(BAND)];
  }
}

const BAND = keyOf(getBand);

/** Everything but what is read by these. */
function allBut(...keys: (readonly string[])[]): QueryFilters {
  const paths: unknown[] = keys.map(([path]) => path);
  return { predicate: ({ queryKey }) => !paths.includes(queryKey[0]) };
}

/** Why a prediction may have been refused: there is one, the show was locked, a song deleted. */
const REASONS: QueryFilters[] = [
  { queryKey: keyOf(listMyPredictions) },
  { queryKey: keyOf(listSongs) },
  // One show by its id, and none of what lies below it.
  { predicate: ({ queryKey }) => queryKey[0] === keyOf(getShow)[0] && queryKey.length === 2 },
];

/** Null where it waits on this device for a line. */
function afterPrediction(prediction: Prediction | null): QueryFilters[] {
  if (!prediction) return [];
  return [
    { queryKey: keyOf(listMyPredictions) },
    // One's own row in it lies below the same key.
    { queryKey: keyOf(getShowLeaderboard, { id: prediction.showId }) },
  ];
}
