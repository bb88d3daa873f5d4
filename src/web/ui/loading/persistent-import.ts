/**
 * A dynamic import that can be retried. Some browsers cache a failed import until the page reloads, so a
 * failed module is imported again from a unique URL. The first success is the module from then on, so its
 * state exists once.
 *
 * Use it only for a module in its own chunk: a module that others import statically could be evaluated
 * twice. Its own imports are shared as usual. Safari doesn't put the URL into the error, so a cached
 * failure can't be retried there.
 */
export function persistentImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let pending: Promise<Module> | undefined;
  return () => {
    pending ??= load().catch(importFromUniqueUrl<Module>);
    const attempt = pending;
    attempt.catch(() => {
      if (pending === attempt) pending = undefined;
    });
    return attempt;
  };
}

async function importFromUniqueUrl<Module>(error: unknown): Promise<Module> {
  const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  if (!address) throw error;
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
}
