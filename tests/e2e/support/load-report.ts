/** Init script that defines `reportLoad` and `largestPaint` in the page. */
export const WATCH_LOAD = `
  // Requests after the socket opens don't count as part of the load.
  window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} };
  let shift = 0;
  const violations = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  // Wait for the page's heading. The prerendered frame has none.
  let readable = Infinity;
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return;
    readable = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  let largestPaint = null;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largestPaint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  window.largestPaint = () => largestPaint;
  window.reportLoad = () => {
    const loaded = performance.getEntriesByType('resource');
    const paths = (wanted) => loaded.filter(wanted).map(({ name }) => new URL(name).pathname);
    return {
      shift,
      violations,
      scripts: paths(({ name, startTime }) => /\\.js$/.test(name) && startTime < readable),
      calls: paths(({ name }) => new URL(name).pathname.startsWith('/api/')),
    };
  };`;

export interface LoadReport {
  shift: number;
  violations: string[];
  scripts: string[];
  calls: string[];
}
