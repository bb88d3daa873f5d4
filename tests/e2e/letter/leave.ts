import { expect } from 'vitest';
import type { Visit } from '../../support/browser.ts';
import type { OpenChecklist } from './checklist.ts';

/** The end of a journey: every line was seen, and the pages complained of nothing. */
export async function leave(list: OpenChecklist, { context, complaints }: Visit): Promise<void> {
  list.expectAllTicked();
  expect(complaints).toEqual([]);
  await context.close();
}
