/** A moment by the clock of whoever looks, to the second: two backups may be of one minute. */
export function momentOf(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}

export function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en-US')} MB`;
}
