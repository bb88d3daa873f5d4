import { expect } from 'vitest';
import type { ProposedChange } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { buildLinesUpload, upload } from './archives.ts';
import type { TestApp, TestResponse } from './test-app.ts';

export function createImportClient({ admin }: Pick<TestApp, 'admin'>) {
  return {
    async load(...lines: string[]): Promise<string[]> {
      const body = (await upload(admin, buildLinesUpload(...lines))).json();
      expect(body).toMatchObject({ state: 'done' });
      return body.lines;
    },
    listProposals: async (): Promise<ProposedChange[]> =>
      (await admin.get('/api/admin/proposed-changes')).json(),
    decide: (id: string, decision: 'accept' | 'dismiss'): Promise<TestResponse> =>
      admin.post(`/api/admin/proposed-changes/${id}/${decision}`),
    async findShow(name: string): Promise<Show> {
      const shows: Show[] = (await admin.get('/api/shows')).json();
      const show = shows.find((candidate) => candidate.name === name);
      if (!show) throw new Error(`Show ${name} not found`);
      return show;
    },
    fetchSetlist: async (id: string): Promise<SetlistEntry[]> =>
      (await admin.get(`/api/shows/${id}/setlist`)).json(),
  };
}
