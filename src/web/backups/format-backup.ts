/** Includes seconds, because two backups may be from the same minute. */
export function formatTimestamp(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}

export function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en-US')} MB`;
}
