import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PACK_TABLES } from '#contract/import-kinds.ts';
import {
  getLatestImport,
  type ImportJob,
  packTablePath,
  previewImport,
  startImport,
} from '#contract/imports.ts';
import {
  FakeRequest,
  finish,
  JOB,
  openForm,
  PREVIEW,
  press,
} from '../../../tests/support/import-form.tsx';

test('lists every problem of a band pack, and imports the corrected files', async () => {
  const site = await openForm();
  const problems = [
    { path: 'songs.csv, line 3, column 4', message: 'rarity must be one of common, rare' },
    { path: 'songs.csv, line 7', message: 'expected 9 columns, found 8' },
  ];
  site.reject(previewImport, 'The files have 2 problems. Nothing was imported.', 400, {
    issues: problems,
  });
  const songs = new File(['key,title,album\n'], 'songs.csv');
  const shows = new File(['key,name,venue\n'], 'shows.csv');
  await site.user.upload(screen.getByLabelText('Files'), [songs, shows]);
  await waitFor(() => expect(screen.getByLabelText('Source')).toHaveProperty('value', 'pack'));
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(PACK_TABLES.map(packTablePath));
  press('Preview');
  await waitFor(() => expect(FakeRequest.finish).toBeDefined());
  finish();
  const list = within(await screen.findByRole('region', { name: 'Problems' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    problems.map(({ path, message }) => `${path}: ${message}`),
  );
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();

  site.respond(previewImport, { ...PREVIEW, source: 'pack', doubt: null });
  await site.user.upload(screen.getByLabelText('Files'), [songs]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull());
  const error = /^The files have 2 problems/;
  screen.getByText(error);
  press('Preview');
  await waitFor(() => expect(FakeRequest.finish).toBeDefined());
  expect(screen.queryByText(error)).toBeNull();
  finish();
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  const job: ImportJob = { ...JOB, source: 'pack', done: 0, total: 0, lines: ['Songs: 1 new'] };
  site.respond(startImport, job, 'import');
  site.respond(getLatestImport, job);
  (await preview.findByRole('button', { name: 'Import' })).click();
  await waitFor(() => expect(FakeRequest.finish).toBeDefined());
  finish();
  await screen.findByText('Songs: 1 new');
  expect(screen.queryByText(/of 0 shows/)).toBeNull();
  screen.getByRole('button', { name: 'Undo the import' });
});
