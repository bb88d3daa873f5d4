import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { getImportKey, type ImportKey } from '#contract/import-key.ts';
import {
  getLatestImport,
  type ImportJob,
  type ImportPreview,
  previewImport,
  startImport,
} from '#contract/imports.ts';
import { ImportForm } from '#web/imports/import-form.tsx';
import { ADMIN, BAND } from './site-samples.ts';
import { createTestSite } from './test-site.tsx';

export const PREVIEW: ImportPreview = {
  source: 'shows',
  isFirstPage: false,
  shows: { new: 2, changed: 0, unchanged: 0 },
  songs: { all: 70, unknown: 65 },
  doubt: '65 of 70 songs are unknown here: is this the right band?',
  firstShows: [{ name: 'Barn', date: '1990-01-02T00:30:00.000Z', timeZone: 'America/New_York' }],
  lines: ['Shows: 2 new, 0 changed, 0 unchanged'],
};
export const JOB: ImportJob = {
  ...{ id: 7, state: 'done', source: 'shows', place: '', done: 2, total: 2 },
  lines: ['Shows: 2 new, 0 unchanged'],
};

/** Fake `XMLHttpRequest` on top of the stubbed `fetch`. An upload stays at 50% until `finish()`. */
export class FakeRequest {
  static finish: (() => void) | undefined;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  headers = '';
  onload = () => {};
  onabort = () => {};
  #request: [url: string, method: string] = ['', ''];

  open(method: string, url: string) {
    this.#request = [url, method];
  }

  send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    FakeRequest.finish = async () => {
      this.upload.onprogress?.({ loaded: 2, total: 2 });
      const [url, method] = this.#request;
      const response = await fetch(url, { method, body });
      this.status = response.status;
      this.responseText = await response.text();
      this.headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
      this.onload();
    };
  }

  abort() {
    FakeRequest.finish = undefined;
    this.onabort();
  }

  getAllResponseHeaders() {
    return this.headers;
  }
}

export async function openForm(storedIn: ImportKey['storedIn'] = 'site') {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.finish = undefined;
  const site = createTestSite();
  site.respond(getLatestImport, undefined);
  site.respond(getImportKey, { storedIn });
  site.respond(previewImport, PREVIEW);
  site.respond(startImport, JOB, 'import');
  await site.renderPart(<ImportForm band={BAND} />, ADMIN);
  return site;
}

export const createFile = (text = '{"id": 1, "date": "1990-01-01", "songs": []}') =>
  new File([text], 'shows.jsonl');
export const press = (name: string) => screen.getByRole('button', { name }).click();

export function finish() {
  const { finish: completeUpload } = FakeRequest;
  FakeRequest.finish = undefined;
  completeUpload?.();
}

export async function beginPreview(site: Awaited<ReturnType<typeof openForm>>) {
  await site.user.upload(screen.getByLabelText('Files'), createFile());
  await waitFor(() => expect(screen.getByLabelText('Source')).toHaveProperty('value', 'shows'));
  press('Preview');
  await waitFor(() => expect(FakeRequest.finish).toBeDefined());
}
