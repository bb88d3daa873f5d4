/** What was looked at, how it stands, and what to do about it where it is not well. */
export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'bad';
  says: string;
  todo?: string;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
}
