/**
 * Sends this process SIGTERM when npm's shell exits. npm forwards its own SIGTERM only to that
 * shell, and Windows has no `exec` to replace it.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
