import { expect } from 'vitest';
import type { ProposedChange } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { linesUpload, upload } from './archives.ts';
import type { Answer, TestApp } from './test-app.ts';

/** An administrator's calls for imports. */
export function importClient({ admin }: Pick<TestApp, 'admin'>) {
  return {
    /** Imports these lines and returns the summary. */
    async load(...lines: string[]): Promise<string[]> {
      const answer = (await upload(admin, linesUpload(...lines))).json();
      expect(answer).toMatchObject({ state: 'done' });
      return answer.lines;
    },
    open: async (): Promise<ProposedChange[]> =>
      (await admin.get('/api/admin/proposed-changes')).json(),
    decide: (id: string, decision: 'accept' | 'dismiss'): Promise<Answer> =>
      admin.post(`/api/admin/proposed-changes/${id}/${decision}`),
    async findShow(name: string): Promise<Show> {
      const all: Show[] = (await admin.get('/api/shows')).json();
      const show = all.find((candidate) => candidate.name === name);
      if (!show) throw new Error(`There is no show ${name}`);
      return show;
    },
    setlistOf: async (id: string): Promise<SetlistEntry[]> =>
      (await admin.get(`/api/shows/${id}/setlist`)).json(),
  };
}
