/**
 * Some browsers cache a failed import until the page reloads, so it is retried from a unique URL
 * (except in Safari, whose error doesn't contain the URL). The module must have a separate chunk:
 * one that others import statically could be evaluated twice.
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
  const url = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  if (!url) throw error;
  return import(/* @vite-ignore */ `${url}?again=${Date.now()}`);
}
