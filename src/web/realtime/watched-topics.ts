import type { QueryClient } from '@tanstack/react-query';
import { type Topic, WATCHED_TOPICS } from '#contract/freshness.ts';

/**
 * Says which of the topics that are told to watchers only the cache holds something of, at first and
 * whenever that changes: what a page has left is still held for a while, and must stay true.
 */
export function watchTopics(client: QueryClient, say: (topics: readonly Topic[]) => void) {
  const cache = client.getQueryCache();
  let said = '';

  function look(isNew: boolean) {
    const held = new Set(
      cache.getAll().flatMap(({ meta }) => (meta?.dependsOn ?? []).map(topicOf)),
    );
    const watched = WATCHED_TOPICS.filter((topic) => held.has(topic));
    const now = watched.join();
    if (isNew ? now === '' : now === said) return;
    said = now;
    say(watched);
  }

  return {
    /** To a new socket, which knows of none. */
    sayAgain: () => look(true),
    stop: cache.subscribe(({ type }) => {
      if (type === 'added' || type === 'removed' || type === 'observerAdded') look(false);
    }),
  };
}

function topicOf(dependency: string): string {
  return dependency.split(':', 1)[0] ?? dependency;
}
