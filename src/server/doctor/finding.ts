export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'bad';
  says: string;
  todo?: string;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
}
