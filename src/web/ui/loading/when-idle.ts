/** Waits for the page to load and the browser to be idle, but at most `withinMs` after the load. */
export function whenIdle(callback: () => void, withinMs = 3_000): void {
  const schedule = () => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: withinMs });
    else setTimeout(callback, 200);
  };
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true });
}
