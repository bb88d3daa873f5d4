import type { QueryClient } from '@tanstack/react-query';
import type { Change, Concern } from '#contract/freshness.ts';
import { eventOf } from '#contract/realtime.ts';

/** Of each subject the version for which a reading has begun. */
const readingOf = new WeakMap<QueryClient, Map<string, number>>();

/** Those for which none has begun yet; from now on one has. */
export function takeDelta(client: QueryClient, changes: readonly Change[]): Change[] {
  const news = changes.filter((change) => isDelta(client, change));
  const reading = readingOf.get(client) ?? new Map<string, number>();
  readingOf.set(client, reading);
  for (const change of news) {
    const known = eventOf(change.topic) ? (reading.get(nameOf(change)) ?? 0) : 0;
    reading.set(nameOf(change), Math.max(known, change.version));
  }
  return news;
}

/** Another text with each version of a show's setlist or standings for which a reading has begun. */
export function pendingLiveShow(client: QueryClient, showId: string): string {
  const topics = ['setlist', 'standings'] as const;
  const reading = readingOf.get(client);
  return topics.map((topic) => reading?.get(nameOf({ topic, subjectId: showId }))).join();
}

/** Only the versions of a show say which change came first; 0 is any. */
export function isDelta(client: QueryClient, change: Change): boolean {
  const known = readingOf.get(client)?.get(nameOf(change));
  if (known === undefined || change.version === 0) return true;
  return eventOf(change.topic) ? change.version > known : change.version !== known;
}

/** Any version is news again: a server that was restored from a backup counts from an earlier number. */
export function forgetPendingReads(client: QueryClient): void {
  readingOf.delete(client);
}

function nameOf({ topic, subjectId }: Concern): string {
  return `${topic} ${subjectId}`;
}
