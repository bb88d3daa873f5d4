export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'bad';
  message: string;
  advice?: string;
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
}
