/** What came at last, by the address that failed at first: a module is there once, with its own state. */
const came = new Map<string, Promise<unknown>>();

/**
 * A module whose code may not have come before: browsers may keep a failure for as long as the page is
 * open, and fail at once when the same address is imported again. Asked for by an address of its own it
 * comes; what it imports itself is shared as ever. Where the browser doesn't name the address, as Safari,
 * the failure stands.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    const coming = came.get(address) ?? import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
    came.set(address, coming);
    coming.catch(() => came.delete(address));
    return (await coming) as Module;
  }
}
