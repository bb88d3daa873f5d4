export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'bad';
  message: string;
  advice?: string;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
}
