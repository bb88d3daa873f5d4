/**
 * Sends this process SIGTERM when the shell has ended in which npm started it. npm passes its own
 * SIGTERM on to that shell only, and `exec` before the command is unknown to Windows.
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
