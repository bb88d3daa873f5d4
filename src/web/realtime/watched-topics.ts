import type { QueryClient } from '@tanstack/react-query';
import { type Topic, WATCHED_TOPICS } from '#contract/freshness.ts';

/** Includes inactive queries, because they stay cached and must stay current. */
export function watchTopics(client: QueryClient, send: (topics: readonly Topic[]) => void) {
  const cache = client.getQueryCache();
  let lastSent = '';

  function update(isNewSocket: boolean) {
    const cachedTopics = new Set(
      cache.getAll().flatMap(({ meta }) => (meta?.dependsOn ?? []).map(getTopic)),
    );
    const watched = WATCHED_TOPICS.filter((topic) => cachedTopics.has(topic));
    const joined = watched.join();
    if (isNewSocket ? joined === '' : joined === lastSent) return;
    lastSent = joined;
    send(watched);
  }

  return {
    /** A new socket knows no topics yet. */
    resend: () => update(true),
    stop: cache.subscribe(({ type }) => {
      if (type === 'added' || type === 'removed' || type === 'observerAdded') update(false);
    }),
  };
}

function getTopic(dependency: string): string {
  return dependency.split(':', 1)[0] ?? dependency;
}
