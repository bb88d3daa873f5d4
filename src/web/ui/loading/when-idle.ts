/** Calls back once the page has been drawn and the browser has nothing to do; at the latest after `withinMs`. */
export function whenIdle(callback: () => void, withinMs = 3_000): void {
  const begin = () => {
    // Safari doesn't say when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: withinMs });
    else setTimeout(callback, 200);
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
