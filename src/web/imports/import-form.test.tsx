import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getImportKey, setImportKey } from '#contract/import-key.ts';
import {
  getLatestImport,
  type ImportJob,
  previewImport,
  startImport,
  stopImport,
  undoImport,
} from '#contract/imports.ts';
import {
  beginPreview,
  createFile,
  FakeRequest,
  finish,
  JOB,
  openForm,
  PREVIEW,
  press,
} from '../../../tests/support/import-form.tsx';
import { ADMIN, BAND } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { ImportForm } from './import-form.tsx';

test('detects a shows file by its content, uploads it with progress, previews it and imports it', async () => {
  const site = await openForm();
  await beginPreview(site);
  await screen.findByText('Sending the files: 50%');
  finish();
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  preview.getByText(PREVIEW.doubt ?? '');
  preview.getByText('Monday, January 1, 1990, 7:30 PM EST: Barn');
  expect(site.listCalls(startImport)).toEqual([]);
  site.respond(getLatestImport, JOB);
  (await preview.findByRole('button', { name: 'Import' })).click();
  await waitFor(() => expect(FakeRequest.finish).toBeDefined());
  finish();
  await screen.findByText('Imported: 2 of 2 shows');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  expect(site.listCalls(startImport)).toHaveLength(1);
});

test('cancels an upload without an error', async () => {
  const site = await openForm();
  await beginPreview(site);
  press('Cancel');
  await waitFor(() => expect(screen.queryByText(/Sending the files/)).toBeNull());
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', false);
  expect(screen.queryByText('The import could not be previewed')).toBeNull();
  expect(site.listCalls(previewImport)).toEqual([]);
});

test('rejects a file that is too large before reading it', async () => {
  const site = await openForm();
  const large = createFile();
  Object.defineProperty(large, 'size', { value: 65 * 1024 * 1024 });
  await site.user.upload(screen.getByLabelText('Files'), large);
  const streamSpy = vi.spyOn(large, 'stream');
  press('Preview');
  await screen.findByText(/^These files are 65 MB in total\. The limit is 64 MB/);
  expect(streamSpy).not.toHaveBeenCalled();
  expect(FakeRequest.finish).toBeUndefined();
});

test('discards the preview when a field changes', async () => {
  const site = await openForm();
  await beginPreview(site);
  finish();
  await screen.findByRole('region', { name: 'Preview' });
  site.fill(screen.getByLabelText('Default start time'), '18:00');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull());
});

test('undoes the last import after a confirmation', async () => {
  const site = createTestSite();
  site.respond(getImportKey, { storedIn: 'site' });
  site.respond(getLatestImport, JOB);
  await site.renderPart(<ImportForm band={BAND} />, ADMIN);
  await screen.findByText('Imported: 2 of 2 shows');
  press('Undo the import');
  const undone: ImportJob = {
    ...JOB,
    state: 'undone',
    lines: ['Everything it imported was removed.'],
  };
  site.respond(getLatestImport, undone);
  site.respond(undoImport, undone, 'import');
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByRole('button', { name: 'Undo the import' }).click();
  await site.expectToast('Success', 'The import was undone');
  await screen.findByText('Everything it imported was removed.');
  expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull();
  expect(site.listCalls(undoImport).at(-1)?.path).toBe('/api/admin/imports/7/undo');
});

test('shows the progress of a running import, and stops it', async () => {
  const site = createTestSite();
  site.respond(getImportKey, { storedIn: 'site' });
  const running: ImportJob = { ...JOB, state: 'running', done: 40, total: 180, lines: [] };
  site.respond(getLatestImport, running);
  await site.renderPart(<ImportForm band={BAND} />, ADMIN);
  screen.getByText(/^Importing: 40 of 180 shows/);
  expect(screen.getByRole('button', { name: 'Importing...' })).toHaveProperty('disabled', true);
  const stopped: ImportJob = { ...running, state: 'stopped', lines: ['You stopped it.'] };
  site.respond(getLatestImport, stopped);
  site.respond(stopImport, stopped, 'import');
  press('Stop the import');
  await screen.findByText('You stopped it.');
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', false);
  expect(screen.queryByRole('button', { name: 'Stop the import' })).toBeNull();
});

const KEY_LABEL = 'setlist.fm API key';
const KEY_NEEDED = /^Enter a key, or choose saved responses/;

async function readPreviewQuery(site: ReturnType<typeof createTestSite>) {
  press('Preview');
  await screen.findByRole('region', { name: 'Preview' });
  return Object.fromEntries(new URLSearchParams(site.listCalls(previewImport).at(-1)?.query));
}

test('asks for a missing setlist.fm key, saves the entered one, and sends the ID of a Songfish artist', async () => {
  const site = await openForm('nowhere');
  site.fill(screen.getByLabelText("Artist's MusicBrainz ID"), 'an-artist');
  press('Preview');
  await screen.findByText(KEY_NEEDED);
  const key = screen.getByLabelText(KEY_LABEL);
  expect(document.activeElement).toBe(key);
  expect(site.listCalls(previewImport)).toEqual([]);

  site.fill(key, 'a-key-of-ours');
  site.respond(setImportKey, { storedIn: 'site' }, 'importKey');
  site.respond(getImportKey, { storedIn: 'site' });
  expect(await readPreviewQuery(site)).toMatchObject({ kind: 'setlistfm', artist: 'an-artist' });
  expect(site.listCalls(setImportKey).map(({ body }) => body)).toEqual([{ key: 'a-key-of-ours' }]);
  await waitFor(() => expect(screen.queryByLabelText(KEY_LABEL)).toBeNull());
  site.respond(setImportKey, { storedIn: 'nowhere' }, 'importKey');
  site.respond(getImportKey, { storedIn: 'nowhere' });
  press('Remove the key');
  await screen.findByLabelText(KEY_LABEL);

  site.fill(screen.getByLabelText('Source'), 'songfish');
  site.fill(await screen.findByLabelText('Site'), 'lanterns.example');
  site.fill(screen.getByLabelText("Artist's number on the site"), '3');
  const expected = { kind: 'songfish', site: 'lanterns.example', artist: '3' };
  expect(await readPreviewQuery(site)).toMatchObject(expected);
});

test("asks for the key even if the preview starts before the key's state has loaded", async () => {
  const site = createTestSite();
  site.respond(getLatestImport, undefined);
  site.respond(getImportKey, { storedIn: 'nowhere' });
  const release = site.holdResponse(getImportKey);
  await site.renderPart(<ImportForm band={BAND} />, ADMIN);
  const artist = screen.getByLabelText("Artist's MusicBrainz ID");
  site.fill(artist, 'an-artist');
  press('Preview');
  expect(screen.queryByLabelText(KEY_LABEL)).toBeNull();
  await release();
  await screen.findByText(KEY_NEEDED);
  expect(document.activeElement).toBe(screen.getByLabelText(KEY_LABEL));
  expect(artist).toHaveProperty('value', 'an-artist');
  expect(site.listCalls(previewImport)).toEqual([]);
});
