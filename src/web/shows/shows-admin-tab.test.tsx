import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import { listProposedChanges } from '#contract/imports.ts';
import { getShowReopening, REOPENING_NEEDS_CHOICE } from '#contract/reopening.ts';
import {
  createShow,
  deleteShow,
  listShows,
  type Show,
  setShowStatus,
  updateShow,
} from '#contract/shows.ts';
import { renameTour } from '#contract/tours.ts';
import { ADMIN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const PLACE = { venue: 'Mill Hall', city: 'Troy', state: 'NY', timeZone: 'America/New_York' };
const HALL = sampleShow(0, { name: 'The Mill', ...PLACE, date: '2030-03-10T23:30:00.000Z' });

async function openShows(shows: Show[] = [HALL]) {
  const site = createTestSite();
  site.respond(listProposedChanges, []);
  site.respond(listShows, () => shows);
  await site.open('/admin?tab=shows', ADMIN);
  const setShows = (next: Show[]) => {
    shows = next;
  };
  return { ...site, setShows };
}

const findField = (label: string) =>
  within(screen.getByRole('dialog')).getByLabelText(label, { selector: 'input' });
const press = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

test('requires a name, city and date for a new show', async () => {
  const { user } = await openShows();
  await user.click(screen.getByRole('button', { name: 'Create Show' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Show' }));
  dialog.getByRole('heading', { name: 'Create Show' });
  expect(findField('Country')).toHaveProperty('value', 'USA');
  await user.click(press('Create Show'));
  await dialog.findByText('Name is required');
  dialog.getByText('City is required');
  dialog.getByText('Date is required');
});

test('keeps the typed values until a new show is accepted, then shows its card', async () => {
  const site = await openShows([]);
  const { user } = site;
  await user.click(screen.getByRole('button', { name: 'Create Show' }));
  await screen.findByRole('dialog');
  site.fill(findField('Name'), HALL.name);
  site.fill(findField('Venue (optional)'), 'Mill Hall');
  site.fill(findField('City'), 'Troy');
  site.fill(findField('State (optional)'), 'NY');
  site.fill(findField('Date and time'), '2030-03-10T02:30');
  await site.expectFallback(
    createShow,
    () => user.click(press('Create Show')),
    'Failed to create show',
  );
  const skipped = 'This time does not exist in America/New_York because clocks go forward';
  site.reject(createShow, skipped);
  await user.click(press('Create Show'));
  await site.expectToast('Error', skipped);
  expect(findField('Name')).toHaveProperty('value', HALL.name);
  site.fill(findField('Date and time'), '2030-03-10T19:30');
  site.respond(createShow, HALL, 'show');
  site.setShows([HALL]);
  await user.click(press('Create Show'));
  await site.expectToast('Success', 'Show created successfully');
  expect(site.listCalls(createShow).at(-1)?.body).toMatchObject({
    ...{ name: HALL.name, venue: 'Mill Hall', city: 'Troy', state: 'NY', country: 'USA' },
    ...{ date: '2030-03-10T19:30', timeZone: 'America/New_York' },
  });
  const card = within(await screen.findByRole('article'));
  for (const text of [HALL.name, /Mill Hall/, 'Troy, NY', /7:30 PM EDT/, 'Sunday, March 10, 2030'])
    card.getByText(text);
  card.getByText('Open', { selector: 'span' });
});

test('starts an edit with the saved values, and discards changes on Cancel', async () => {
  const site = await openShows();
  const { user } = site;
  const edit = async () => {
    await user.click(screen.getByRole('button', { name: 'Edit The Mill' }));
    await screen.findByRole('heading', { name: 'Edit Show' });
    expect(findField('City')).toHaveProperty('value', 'Troy');
    site.fill(findField('City'), 'Utica');
  };
  await edit();
  expect(findField('Date and time')).toHaveProperty('value', '2030-03-10T19:30');
  await user.click(press('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByText('Troy, NY');
  await edit();
  await site.expectFallback(
    updateShow,
    () => user.click(press('Update Show')),
    'Failed to update show',
  );
  const utica = { ...HALL, city: 'Utica' };
  site.respond(updateShow, utica, 'show');
  site.setShows([utica]);
  await user.click(press('Update Show'));
  await site.expectToast('Success', 'Show updated successfully');
  expect(site.listCalls(updateShow).at(-1)?.body).toEqual({ city: 'Utica', version: 0 });
  await screen.findByText('Utica, NY');
});

test('sets any status directly', async () => {
  const site = await openShows();
  const status = screen.getByLabelText<HTMLSelectElement>('Status of The Mill');
  expect([...status.options].map(({ text }) => text)).toEqual([
    ...['Open', 'Live', 'Closed', 'Postponed', 'Cancelled'],
  ]);
  const close = () => site.user.selectOptions(status, 'closed');
  await site.expectFallback(setShowStatus, close, 'Failed to update show status');
  expect(status.value).toBe('open');
  const closedShow = { ...HALL, status: 'closed' };
  site.respond(setShowStatus, closedShow, 'show');
  site.setShows([closedShow]);
  await close();
  await site.expectToast('Success', 'Show status updated successfully');
  await within(screen.getByRole('article')).findByText('Closed', { selector: 'span' });
});

describe('reopening a show whose predictions fans have seen', () => {
  const CLOSED = { ...HALL, status: 'closed' };

  test('asks whether to freeze or void them when the status changes', async () => {
    const site = await openShows([CLOSED]);
    site.respond(getShowReopening, { predictions: 142 });
    site.respond(setShowStatus, HALL, 'show');
    await site.user.selectOptions(screen.getByLabelText('Status of The Mill'), 'open');
    await screen.findByText(/^Fans have already seen all 142 predictions/);
    await site.user.click(press('Freeze predictions'));
    await site.expectToast('Success', 'Show status updated successfully');
    expect(site.listCalls(setShowStatus)[0]?.body).toEqual({
      status: 'open',
      predictions: 'freeze',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('does not ask about predictions that no one has seen', async () => {
    const site = await openShows([CLOSED]);
    site.respond(getShowReopening, { predictions: 0 });
    site.respond(getShowDeletion, { scores: 3 });
    site.respond(setShowStatus, HALL, 'show');
    await site.user.selectOptions(screen.getByLabelText('Status of The Mill'), 'open');
    const dialog = within(await screen.findByRole('alertdialog'));
    await dialog.findByText('This deletes 3 scores.');
    await site.user.click(dialog.getByRole('button', { name: 'Set open' }));
    expect(site.listCalls(setShowStatus)[0]?.body).toEqual({ status: 'open' });
  });

  test('asks in the form when the date changes, and sends the choice with the change', async () => {
    const site = await openShows([HALL]);
    await site.user.click(screen.getByRole('button', { name: 'Edit The Mill' }));
    await screen.findByRole('heading', { name: 'Edit Show' });
    site.fill(findField('Date and time'), '2030-03-12T19:30');
    site.respond(getShowReopening, { predictions: 1 });
    site.reject(updateShow, REOPENING_NEEDS_CHOICE, 409, { code: 'reopening-choice' });
    await site.user.click(press('Update Show'));
    await screen.findByText(/^Fans have already seen the prediction for this show/);
    site.respond(updateShow, HALL, 'show');
    await site.user.click(press('Void predictions'));
    await site.expectToast('Success', 'Show updated successfully');
    expect(site.listCalls(updateShow).at(-1)?.body).toEqual({
      date: '2030-03-12T19:30',
      version: 0,
      predictions: 'void',
    });
  });
});

test('deletes a show after a warning', async () => {
  const site = await openShows();
  site.respond(getShowDeletion, { predictions: 2 });
  await site.user.click(screen.getByRole('button', { name: 'More actions for The Mill' }));
  await site.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/Its predictions and setlist data will be deleted too\./);
  await dialog.findByText('This deletes 2 predictions.');
  const remove = () => site.user.click(dialog.getByRole('button', { name: 'Delete Show' }));
  await site.expectFallback(deleteShow, remove, 'Failed to delete show');
  site.respond(deleteShow, undefined, 'show');
  site.setShows([]);
  await remove();
  await site.expectToast('Success', 'Show deleted successfully');
  await screen.findByText('No shows yet');
  expect(screen.queryByRole('article')).toBeNull();
});

describe('tours', () => {
  const night = (id: number, tourName: string | null) =>
    sampleShow(-id, { id: HALL.id.replace(/.$/, String(id)), name: `Night ${id}`, tourName });
  const openTours = () =>
    openShows([night(1, 'Fall'), night(2, 'Fall'), night(3, 'Spring'), night(4, null)]);
  const openDialog = async ({ user }: Awaited<ReturnType<typeof openTours>>) => {
    await user.click(screen.getByRole('button', { name: 'Rename or merge Fall' }));
    return within(await screen.findByRole('dialog', { name: 'Rename or merge the tour' }));
  };

  test('are listed with their shows, and can be renamed', async () => {
    const site = await openTours();
    const panel = within(screen.getByRole('region', { name: 'Tours' }));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['Fall2 showsScribesRename', 'Spring1 showScribesRename'],
    ]);
    const dialog = await openDialog(site);
    expect(press('Rename tour')).toHaveProperty('disabled', true);
    site.fill(findField('New name'), ' Fall 2030 ');
    dialog.getByText(/^2 shows of “Fall” get the new name\./);
    site.respond(renameTour, { name: 'Fall 2030', showCount: 2 });
    await site.user.click(press('Rename tour'));
    expect(site.listCalls(renameTour).at(-1)?.body).toEqual({
      ...{ name: 'Fall', showCount: 2, newName: 'Fall 2030', mergedShowCount: 0 },
    });
  });

  test('are merged only after a confirmation that counts the shows of both', async () => {
    const site = await openTours();
    const dialog = await openDialog(site);
    await site.user.selectOptions(dialog.getByLabelText('Change to'), 'Spring · 1 show');
    dialog.getByText(/^2 shows of “Fall” join 1 show of “Spring”\./);
    site.reject(renameTour, '“Spring” now has 2 shows. Nothing was renamed.', 409);
    await site.user.click(press('Merge tours'));
    await screen.findByText('“Spring” now has 2 shows. Nothing was renamed.');
    expect(site.listCalls(renameTour).at(-1)?.body).toEqual({
      ...{ name: 'Fall', showCount: 2, newName: 'Spring', mergedShowCount: 1 },
    });
  });
});
