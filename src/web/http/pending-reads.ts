import type { QueryClient } from '@tanstack/react-query';
import type { Change, Concern } from '#contract/freshness.ts';
import { eventOf } from '#contract/realtime.ts';

const versionsByClient = new WeakMap<QueryClient, Map<string, number>>();

/** Returns the changes that no fetch covers, and marks them as covered. */
export function takeNewChanges(client: QueryClient, changes: readonly Change[]): Change[] {
  const newChanges = changes.filter((change) => isNewChange(client, change));
  const versions = versionsByClient.get(client) ?? new Map<string, number>();
  versionsByClient.set(client, versions);
  for (const change of newChanges) {
    const version = eventOf(change.topic) ? (versions.get(buildSubjectKey(change)) ?? 0) : 0;
    versions.set(buildSubjectKey(change), Math.max(version, change.version));
  }
  return newChanges;
}

/** Changes whenever a fetch starts for a new version of the show's setlist or standings. */
export function getPendingVersions(client: QueryClient, showId: string): string {
  const topics = ['setlist', 'standings'] as const;
  const versions = versionsByClient.get(client);
  return topics.map((topic) => versions?.get(buildSubjectKey({ topic, subjectId: showId }))).join();
}

/** Only versions of shows are ordered. Version 0 always counts as new. */
export function isNewChange(client: QueryClient, change: Change): boolean {
  const fetchedVersion = versionsByClient.get(client)?.get(buildSubjectKey(change));
  if (fetchedVersion === undefined || change.version === 0) return true;
  return eventOf(change.topic)
    ? change.version > fetchedVersion
    : change.version !== fetchedVersion;
}

/** A server restored from a backup continues from a lower version. */
export function forgetPendingReads(client: QueryClient): void {
  versionsByClient.delete(client);
}

function buildSubjectKey({ topic, subjectId }: Concern): string {
  return `${topic} ${subjectId}`;
}
