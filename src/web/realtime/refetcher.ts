import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { Change } from '#contract/freshness.ts';
import type { LiveShowState } from '#contract/live-shows.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { refetchSpread, type ServerMessage, TOPIC_EVENT, toChanges } from '#contract/realtime.ts';
import { getSetlist } from '#contract/setlists.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import { exclude, invalidate, matchAny } from '#web/http/invalidate.ts';
import {
  forgetPendingReads,
  getPendingVersions,
  isNewChange,
  takeNewChanges,
} from '#web/http/pending-reads.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { filterDependents, NOT_STATIC } from '#web/http/refetch.ts';
import { applyDelta, applyLiveShow } from './live-delta.ts';
import { payloadHandlers } from './payload-handlers.ts';

/** Messages during a refetch cause one more refetch, so that refetches don't pile up. */
export function createRefetcher(
  client: QueryClient,
  fetchLiveShow: (showId: string) => Promise<LiveShowState>,
  random: () => number = Math.random,
) {
  let pendingChanges: Change[] = [];
  /** Excludes queries that a message's payload already updated. */
  let pendingFilters: QueryFilters[] = [];
  const showsWithGaps = new Set<string>();
  let isEverythingPending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** New changes don't wait for a retry delay. */
  let isRetryDelay = false;
  let isRunning = false;
  /** Runs that started on an earlier connection are obsolete. */
  let connectionId = 0;
  let onCaughtUp: (() => void) | undefined;
  let failures = 0;
  let audience = 0;

  return {
    receive(message: ServerMessage) {
      audience = message.data.audience;
      const changes = toChanges(message).filter((change) => isNewChange(client, change));
      if (changes.length === 0) return;
      if (!applyPayload(message, changes)) pendingChanges.push(...changes);
      if (changes.some(affectsAllSetlists))
        for (const showId of listActiveLiveShowIds(client)) showsWithGaps.add(showId);
      schedule();
    },
    /**
     * A first connection replays the missed changes. After a reconnect, everything may be stale.
     */
    catchUp(isReopening: boolean, onDone?: () => void) {
      forgetPendingReads(client);
      // Requests on the lost connection may never get a response.
      connectionId += 1;
      isRunning = false;
      failures = 0;
      onCaughtUp = onDone;
      isEverythingPending ||= isReopening;
      if (isReopening)
        for (const showId of listActiveLiveShowIds(client)) showsWithGaps.add(showId);
      schedule();
    },
    stop() {
      clearTimeout(timer);
      connectionId += 1;
      pendingChanges = [];
      pendingFilters = [];
      showsWithGaps.clear();
      isEverythingPending = false;
      onCaughtUp = undefined;
    },
  };

  function applyPayload({ event, data }: ServerMessage, changes: readonly Change[]): boolean {
    if (event === TOPIC_EVENT) {
      const updated = data.subjectId && payloadHandlers[data.topic]?.(client, data.subjectId, data);
      if (!updated) return false;
      addPendingReads(updated, changes);
      return true;
    }
    if (!(data.setlist || data.standings)) return false;
    const { updatedQueries, hasGap } = applyDelta(client, data.showId, data, arePicksCurrent());
    if (hasGap) {
      showsWithGaps.add(data.showId);
      return false;
    }
    addPendingReads(updatedQueries, changes);
    return true;
  }

  function addPendingReads(updatedQueries: ReadonlySet<Query>, changes: readonly Change[]) {
    pendingFilters.push(
      exclude(updatedQueries, filterDependents(client, takeNewChanges(client, changes))),
    );
  }

  /** A pending song deletion may have removed picks. */
  function arePicksCurrent(): boolean {
    const myPredictions = client
      .getQueryCache()
      .find({ queryKey: buildQueryKey(listMyPredictions), exact: true });
    if (!myPredictions || isEverythingPending || myPredictions.state.isInvalidated) return false;
    return (
      myPredictions.state.fetchStatus !== 'fetching' &&
      !matchQuery(filterDependents(client, pendingChanges), myPredictions)
    );
  }

  async function fetchLiveShows(
    werePicksCurrent: boolean,
    isObsolete: () => boolean,
  ): Promise<ReadonlySet<Query>> {
    const showIds = [...showsWithGaps];
    showsWithGaps.clear();
    const updated = await Promise.all(
      showIds.map(async (showId) => {
        const versions = getPendingVersions(client, showId);
        const liveShow = await fetchLiveShow(showId).catch(() => undefined);
        // On failure or after a newer message, the show's queries are refetched one by one.
        if (!liveShow || isObsolete() || getPendingVersions(client, showId) !== versions) return [];
        const areCurrent = werePicksCurrent && arePicksCurrent();
        return [...applyLiveShow(client, showId, liveShow, areCurrent)];
      }),
    );
    return new Set(updated.flat());
  }

  /** The delay grows with the audience, so that clients don't all fetch at once. */
  function schedule(retryDelayMs = 0) {
    if (isRunning || (timer !== undefined && !isRetryDelay)) return;
    clearTimeout(timer);
    isRetryDelay = retryDelayMs > 0;
    timer = setTimeout(run, retryDelayMs + random() * refetchSpread(audience));
  }

  async function run() {
    timer = undefined;
    isRunning = true;
    const onDone = onCaughtUp;
    onCaughtUp = undefined;
    const werePicksCurrent = arePicksCurrent();
    // Skips changes that a write's response reported in the meantime; `refetch` handles those.
    const changes = takeNewChanges(client, pendingChanges);
    const staleQueries = matchAny(
      isEverythingPending ? NOT_STATIC : filterDependents(client, changes),
      ...pendingFilters,
    );
    pendingChanges = [];
    pendingFilters = [];
    isEverythingPending = false;
    const startConnectionId = connectionId;
    const isObsolete = () => connectionId !== startConnectionId;
    const currentQueries = await fetchLiveShows(werePicksCurrent, isObsolete);
    if (!isObsolete()) await invalidate(client, exclude(currentQueries, staleQueries));
    if (isObsolete()) return;
    isRunning = false;
    const hasPending =
      pendingChanges.length > 0 || pendingFilters.length > 0 || isEverythingPending;
    const failedQueries = findFailedQueries(client, staleQueries);
    if (failedQueries.length === 0) {
      failures = 0;
      onDone?.();
      if (hasPending) schedule();
      return;
    }
    // Requests fail although the socket works.
    pendingFilters.push({ predicate: (query) => failedQueries.includes(query) });
    onCaughtUp = onDone;
    schedule(hasPending ? 0 : RETRY_MS * 2 ** Math.min(failures, MAX_DOUBLINGS));
    failures += 1;
  }
}

/** Doubles with each retry, up to 80 s. */
const RETRY_MS = 5_000;
const MAX_DOUBLINGS = 4;

function findFailedQueries(client: QueryClient, filters: QueryFilters): Query[] {
  const activeQueries = client.getQueryCache().findAll({ ...filters, type: 'active' });
  return activeQueries.filter(
    ({ state: { status, fetchStatus, error } }) =>
      status === 'error' && fetchStatus === 'idle' && !isFinalResponse(error),
  );
}

function affectsAllSetlists({ topic, subjectId }: Change): boolean {
  return topic === 'setlist' && subjectId === null;
}

function listActiveLiveShowIds(client: QueryClient): Set<string> {
  const activeQueries = client
    .getQueryCache()
    .findAll({ queryKey: buildQueryKey(getSetlist), type: 'active' });
  return new Set(
    activeQueries.flatMap(({ meta }) =>
      meta?.dependsOn?.includes('setlist:{id}') && meta.params?.id ? [meta.params.id] : [],
    ),
  );
}
