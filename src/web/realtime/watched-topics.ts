import type { QueryClient } from '@tanstack/react-query';
import { WATCHED_TOPICS } from '#contract/freshness.ts';

/** Includes inactive queries, because they stay cached and must stay current. */
export function watchTopics(client: QueryClient, send: (topics: readonly string[]) => void) {
  const cache = client.getQueryCache();
  let lastSent = '';

  function update(isNewSocket: boolean) {
    const metas = cache.getAll().map(({ meta }) => meta);
    const topics = metas.flatMap((meta) => meta?.dependsOn?.map((name) => name.split(':')[0]));
    const watched = [
      ...WATCHED_TOPICS.filter((topic) => topics.includes(topic)),
      ...metas.flatMap((meta) => meta?.watches ?? []),
    ];
    const joined = watched.join();
    if (isNewSocket ? joined === '' : joined === lastSent) return;
    lastSent = joined;
    send(watched);
  }

  return {
    /** A new socket has no topics. */
    resend: () => update(true),
    stop: cache.subscribe(({ type }) => {
      if (type === 'added' || type === 'removed' || type === 'observerAdded') update(false);
    }),
  };
}
