import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Change, type Concern, concernsOf, touches } from '#contract/freshness.ts';
import type { LiveShowState } from '#contract/live-show.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { changedBy, refetchSpread, type ServerMessage, TOPIC_EVENT } from '#contract/realtime.ts';
import { getSetlist } from '#contract/setlists.ts';
import { isAnswer } from './http-error.ts';
import { anyOf, exceptFor, invalidate, swift } from './invalidate.ts';
import { applyDelta, applyLiveShow } from './live-delta.ts';
import { forgetPendingReads, isDelta, pendingLiveShow, takeDelta } from './pending-reads.ts';
import { keyOf } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** By what the answer's endpoint depends on is known what makes it stale. */
      dependsOn?: Endpoint['dependsOn'];
      params?: Record<string, string>;
      isSlow?: true;
    };
  }
}

/** Whatever may ever change: all but answers that depend on nothing. */
export const ANYTHING: QueryFilters = { predicate: ({ meta }) => meta?.dependsOn?.length !== 0 };

/**
 * Reads anew what these changes made stale, at once where a page shows it and else when one does;
 * resolves when that is there. What the socket has told already is not read a second time.
 */
export async function refetch(client: QueryClient, changes: readonly Change[]): Promise<void> {
  await invalidate(client, dependentOn(client, takeDelta(client, changes)));
  const underWay = { ...swift(dependentOn(client, changes)), fetchStatus: 'fetching' } as const;
  await client.refetchQueries({ ...underWay, type: 'active' }, { cancelRefetch: false });
}

/** After a refusal: whoever was refused may have looked at a screen that was out of date. */
export function refetchAll(client: QueryClient): Promise<void> {
  return invalidate(client, ANYTHING);
}

/**
 * Turns the socket's messages into refetches. What is named while a refetch waits or runs is gathered
 * into one more, so that on a slow line old messages neither pile up nor cancel each other for ever.
 */
export function createRefetcher(
  client: QueryClient,
  /** Asks for the whole of a show's night. */
  readNight: (showId: string) => Promise<LiveShowState>,
  random: () => number = Math.random,
) {
  let waiting: Change[] = [];
  /** What came with a message is there already: what else depends on it, and is still to be read. */
  let others: QueryFilters[] = [];
  /** Shows of which a message was missed. */
  const missed = new Set<string>();
  let isAllWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the timer is that of another attempt: news do not wait for it. */
  let isPausing = false;
  let isRunning = false;
  /** Grows with every opening of the line: what was begun before it is overtaken. */
  let opening = 0;
  let onCaughtUp: (() => void) | undefined;
  /** Rounds in a row that left something unread. */
  let failures = 0;
  let audience = 0;

  return {
    hear(message: ServerMessage) {
      audience = message.data.audience;
      const changes = changedBy(message).filter((change) => isDelta(client, change));
      if (changes.length === 0) return;
      if (!takesAlong(message, changes)) waiting.push(...changes);
      if (changes.some(isOfAnySetlist))
        for (const showId of nightsShown(client)) missed.add(showId);
      wait();
    },
    /** A first opening is told what it has missed, a later one may have missed anything; calls back once that is read. */
    catchUp(isReopening: boolean, onDone?: () => void) {
      forgetPendingReads(client);
      // What was asked over a line that is gone may never be answered, and is not waited for.
      opening += 1;
      isRunning = false;
      failures = 0;
      onCaughtUp = onDone;
      isAllWaiting ||= isReopening;
      if (isReopening) for (const showId of nightsShown(client)) missed.add(showId);
      wait();
    },
    stop() {
      clearTimeout(timer);
      // What still runs is overtaken, and asks for nothing more.
      opening += 1;
      waiting = [];
      others = [];
      missed.clear();
      isAllWaiting = false;
      onCaughtUp = undefined;
    },
  };

  /** Whether the message brought what it tells of, so that nothing that shows it is read for it. */
  function takesAlong({ event, data }: ServerMessage, changes: readonly Change[]): boolean {
    if (event === TOPIC_EVENT || !(data.setlist || data.standings)) return false;
    const { current, hasMissed } = applyDelta(client, data.showId, data, arePicksKnown());
    if (hasMissed) {
      missed.add(data.showId);
      return false;
    }
    others.push(exceptFor(current, dependentOn(client, takeDelta(client, changes))));
    return true;
  }

  /** A deleted song takes its pick along: what waits to be read may change one's own predictions. */
  function arePicksKnown(): boolean {
    const mine = client.getQueryCache().find({ queryKey: keyOf(listMyPredictions), exact: true });
    if (!mine || isAllWaiting || mine.state.isInvalidated) return false;
    return mine.state.fetchStatus !== 'fetching' && !matchQuery(dependentOn(client, waiting), mine);
  }

  /** The whole night in one call, for each show of which something was missed. */
  async function readNights(
    werePicksKnown: boolean,
    isOvertaken: () => boolean,
  ): Promise<ReadonlySet<Query>> {
    const showIds = [...missed];
    missed.clear();
    const nights = await Promise.all(
      showIds.map(async (showId) => {
        const known = pendingLiveShow(client, showId);
        const night = await readNight(showId).catch(() => undefined);
        // What can't be read so, or is older than what was told meanwhile, is read piece by piece.
        if (!night || isOvertaken() || pendingLiveShow(client, showId) !== known) return [];
        const areKnown = werePicksKnown && arePicksKnown();
        return [...applyLiveShow(client, showId, night, areKnown)];
      }),
    );
    return new Set(nights.flat());
  }

  /** A random delay that grows with the audience: not all fetch at the same moment. */
  function wait(pauseMs = 0) {
    if (isRunning || (timer !== undefined && !isPausing)) return;
    clearTimeout(timer);
    isPausing = pauseMs > 0;
    timer = setTimeout(run, pauseMs + random() * refetchSpread(audience));
  }

  async function run() {
    timer = undefined;
    isRunning = true;
    const onDone = onCaughtUp;
    onCaughtUp = undefined;
    const wereKnown = arePicksKnown();
    // Those that the answer to a write has brought meanwhile are being read.
    const news = takeDelta(client, waiting);
    const stale = anyOf(isAllWaiting ? ANYTHING : dependentOn(client, news), ...others);
    waiting = [];
    others = [];
    isAllWaiting = false;
    const begunWith = opening;
    const isOvertaken = () => opening !== begunWith;
    const current = await readNights(wereKnown, isOvertaken);
    if (!isOvertaken()) await invalidate(client, exceptFor(current, stale));
    if (isOvertaken()) return;
    isRunning = false;
    const hasNews = waiting.length > 0 || others.length > 0 || isAllWaiting;
    const unread = unanswered(client, stale);
    if (unread.length === 0) {
      failures = 0;
      onDone?.();
      if (hasNews) wait();
      return;
    }
    // News come over the socket although calls don't get through: until they do, the page is behind.
    others.push({ predicate: (query) => unread.includes(query) });
    onCaughtUp = onDone;
    wait(hasNews ? 0 : RETRY_MS * 2 ** Math.min(failures, MOST_DOUBLINGS));
    failures += 1;
  }
}

/** Before what got no answer is read again; twice as long each time, up to 80 s. */
const RETRY_MS = 5_000;
const MOST_DOUBLINGS = 4;

/** What pages show of these and could not be read for want of an answer; a refusal is one. */
function unanswered(client: QueryClient, filters: QueryFilters): Query[] {
  const shown = client.getQueryCache().findAll({ ...filters, type: 'active' });
  return shown.filter(
    ({ state: { status, fetchStatus, error } }) =>
      status === 'error' && fetchStatus === 'idle' && !isAnswer(error),
  );
}

function isOfAnySetlist({ topic, subjectId }: Change): boolean {
  return topic === 'setlist' && subjectId === null;
}

/** Shows of whose night something is on the page. */
function nightsShown(client: QueryClient): Set<string> {
  const shown = client.getQueryCache().findAll({ queryKey: keyOf(getSetlist), type: 'active' });
  return new Set(
    shown.flatMap(({ meta }) =>
      meta?.dependsOn?.includes('setlist:{id}') && meta.params?.id ? [meta.params.id] : [],
    ),
  );
}

/** Queries that depend on any of these; one that does not say what it depends on, on anything. */
function dependentOn(client: QueryClient, changes: readonly Concern[]): QueryFilters {
  const me = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser))?.id;
  return {
    predicate({ meta }) {
      if (changes.length === 0) return false;
      if (!meta?.dependsOn) return true;
      const concerns = concernsOf({ dependsOn: meta.dependsOn }, meta.params, me);
      return concerns.some((on) => changes.some((change) => touches(change, on)));
    },
  };
}
