import type { Answer, Caller } from './test-app.ts';

/** Who calls, and with what. */
export interface Asked {
  by: Caller;
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  form?: FormData;
  /** Keeps of the answer what later steps need. */
  keep?: (answer: Answer) => void;
}

export type Step = [endpoint: string, does: string, asked: () => Asked | Promise<Asked>];

/** The second time leaves everything as it was: nobody is told. */
export function twice([endpoint, does, asked]: Step): Step[] {
  return [
    [endpoint, does, asked],
    [endpoint, `${AGAIN}${does}`, asked],
  ];
}

export const isRepeated = (does: string) => does.startsWith(AGAIN);
const AGAIN = 'again: ';
