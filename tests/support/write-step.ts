import type { Caller, TestResponse } from './test-app.ts';

export interface StepCall {
  caller: Caller;
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  form?: FormData;
  onResponse?: (response: TestResponse) => void;
}

export type Step = [endpoint: string, label: string, call: () => StepCall | Promise<StepCall>];

/** The second run changes nothing, so it must not publish events. */
export function repeatStep([endpoint, label, call]: Step): Step[] {
  return [
    [endpoint, label, call],
    [endpoint, `${NO_EFFECT}${label}, again`, call],
  ];
}

export const hasNoEffect = (label: string) => label.startsWith(NO_EFFECT);
const NO_EFFECT = 'no effect: ';
