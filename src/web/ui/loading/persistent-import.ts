/**
 * Loads a module whose code may not come at once: some browsers keep a failure for as long as the page
 * is open, and fail at once when the same address is imported again. What failed is asked for by an
 * address of its own, too, and whatever comes first is the module from then on, once, with its state.
 *
 * Only for a module in a chunk of its own: what others import statically could be there twice. What it
 * imports itself is shared as ever. Where the browser doesn't name the address, as Safari, a kept
 * failure stands.
 */
export function persistentImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let coming: Promise<Module> | undefined;
  return () => {
    coming ??= load().catch(again<Module>);
    const asked = coming;
    asked.catch(() => {
      if (coming === asked) coming = undefined;
    });
    return asked;
  };
}

async function again<Module>(error: unknown): Promise<Module> {
  const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  if (!address) throw error;
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
}
