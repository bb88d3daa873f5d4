import { listAccountWrites } from './account-writes.ts';
import { listBackupWrites } from './backup-writes.ts';
import { listBlockWrites } from './block-writes.ts';
import { listForumWrites } from './forum-writes.ts';
import { listImportWrites, listSpreadsheetWrites } from './import-writes.ts';
import { listLeagueWrites } from './league-writes.ts';
import { listModerationWrites } from './moderation-writes.ts';
import { listReopeningWrites } from './reopening-writes.ts';
import { listScribeWrites } from './scribe-writes.ts';
import { createSeason, type Subjects } from './season.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import { listTourWrites } from './tour-writes.ts';
import { listWebhookWrites } from './webhook-writes.ts';
import { repeatStep, type Step } from './write-step.ts';

/** Plans every write of the contract. Each step depends on the earlier ones. */
export async function planEveryWrite(app: TestApp) {
  const { admin } = app;
  const { fan, bystander, leaver, subjects, ...season } = await createSeason(app);
  const { past, tonight, next, ember, gale, harbor, isle } = season;

  const ids: Record<string, string> = {};
  const storeId = (name: string, as?: keyof Subjects) => (response: TestResponse) => {
    const { id } = response.json();
    ids[name] = id;
    if (as) subjects[as].push(id);
  };
  const storeBackup = (response: TestResponse) => {
    const { name } = response.json();
    ids.backup = name;
    subjects.backups.push(name);
  };
  const toIdParams = (name: string) => ({ id: ids[name] ?? '' });
  const show = { name: 'Late addition', city: 'Albany', date: '2040-05-08T19:30:00Z' };
  const toRowParams = () => ({ id: tonight, setlistSongId: ids.row ?? '' });
  const deletion = { currentPassword: leaver.password, isConfirmed: true };
  const webhookWrites = listWebhookWrites({ admin, subjects });
  const steps: Step[] = [
    ...listAccountWrites(app, { fan, bystander }),

    ['createBackup', 'creating a backup', () => ({ caller: admin, onResponse: storeBackup })],
    ...listBackupWrites(app, () => ids.backup ?? ''),
    [
      'createPrediction',
      'submitting a prediction',
      () => ({
        caller: fan,
        body: { showId: next, songIds: [ember, gale] },
        onResponse: storeId('prediction', 'predictions'),
      }),
    ],
    [
      'createPrediction',
      'no effect: submitting the same picks',
      () => ({ caller: fan, body: { showId: next, songIds: [ember, gale] } }),
    ],
    [
      'updatePrediction',
      'changing the picks',
      () => ({ caller: fan, params: toIdParams('prediction'), body: { songIds: [gale, harbor] } }),
    ],
    ...repeatStep([
      'createShare',
      'creating a link',
      () => ({ caller: fan, params: toIdParams('prediction') }),
    ]),
    ...repeatStep([
      'updateShare',
      'showing the songs early',
      () => ({ caller: fan, params: toIdParams('prediction'), body: { showsSongsEarly: true } }),
    ]),
    ...repeatStep([
      'revokeShare',
      'revoking the link',
      () => ({ caller: fan, params: toIdParams('prediction') }),
    ]),

    ...listBlockWrites({ fan, blockedId: leaver.userId }),
    ...listForumWrites(app, { fan, bystander, leaver, subjects, show: tonight }),
    ...listModerationWrites(app, { fan, bystander, subjects }),
    ...listLeagueWrites({ admin, fan, bystander, subjects, start: past, next }),
    ['exportAccountData', 'no effect: exporting the account data', () => ({ caller: leaver })],
    ['deleteAccount', 'deleting an account', () => ({ caller: leaver, body: deletion })],

    [
      'createSong',
      'creating a song',
      () => ({ caller: admin, body: { title: 'Juniper' }, onResponse: storeId('song', 'songs') }),
    ],
    [
      'updateSong',
      'changing the title',
      () => ({ caller: admin, params: { id: ember }, body: { title: 'Embers' } }),
    ],
    [
      'createShow',
      'creating a show',
      () => ({ caller: admin, body: show, onResponse: storeId('show', 'shows') }),
    ],
    [
      'updateShow',
      'renaming the show',
      () => ({ caller: admin, params: toIdParams('show'), body: { name: 'Late' } }),
    ],
    [
      'updateShow',
      'renaming a predicted show',
      () => ({ caller: admin, params: { id: next }, body: { name: 'Next, moved' } }),
    ],

    ...webhookWrites.create,
    ...listTourWrites({ admin, showId: past }),
    ...listScribeWrites({ admin, scribe: bystander, showId: tonight, otherShowId: next }),

    [
      'addSetlistSong',
      'adding a song before the show',
      () => ({ caller: admin, params: { id: next }, body: { songId: isle } }),
    ],
    ...repeatStep([
      'setShowStatus',
      'setting the show live',
      () => ({ caller: admin, params: { id: tonight }, body: { status: 'live' } }),
    ]),
    [
      'addSetlistSong',
      'adding an opener',
      () => ({
        caller: admin,
        params: { id: tonight },
        body: { songId: gale },
        onResponse: storeId('row'),
      }),
    ],
    [
      'addSetlistSong',
      'adding a second song as a scribe',
      () => ({ caller: bystander, params: { id: tonight }, body: { songId: isle } }),
    ],
    [
      'updateSetlistSong',
      'marking a closer',
      () => ({ caller: admin, params: toRowParams(), body: { isCloser: true } }),
    ],
    [
      'updateSetlistSong',
      'adding a note',
      () => ({ caller: admin, params: toRowParams(), body: { notes: 'Slow' } }),
    ],
    ['undoSetlistChange', 'undoing a change', () => ({ caller: admin, params: { id: tonight } })],
    ['removeSetlistSong', 'removing a row', () => ({ caller: admin, params: toRowParams() })],
    ['undoSetlistChange', 'undoing a removal', () => ({ caller: admin, params: { id: tonight } })],
    ['calculateScores', 'calculating scores', () => ({ caller: admin, params: { id: tonight } })],
    [
      'calculateScores',
      'calculating scores again',
      () => ({ caller: admin, params: { id: tonight } }),
    ],
    [
      'updateSetlistSong',
      'replacing the opener of a scored show',
      () => ({ caller: admin, params: toRowParams(), body: { songId: harbor } }),
    ],
    ...(['closed', 'cancelled', 'postponed', 'open', 'closed'] as const).map(
      (status): Step => [
        'setShowStatus',
        `setting the status to ${status}`,
        () => ({ caller: admin, params: { id: tonight }, body: { status } }),
      ],
    ),
    ...listReopeningWrites({
      ...{ admin, fan, showId: next, songId: gale },
      findPredictionId: () => ids.prediction ?? '',
    }),
    [
      'deleteSong',
      'deleting a song in setlists and picks',
      () => ({ caller: admin, params: { id: ember } }),
    ],
    ['deleteSong', 'deleting a song', () => ({ caller: admin, params: toIdParams('song') })],
    ['deleteShow', 'deleting a predicted show', () => ({ caller: admin, params: { id: next } })],
    [
      'deleteShow',
      'deleting a show with points and a link',
      () => ({ caller: admin, params: { id: past } }),
    ],
    [
      'deleteShow',
      'deleting a show without predictions',
      () => ({ caller: admin, params: toIdParams('show') }),
    ],

    ...webhookWrites.remove,
    ...listImportWrites(app),
    // The second time imports nothing new, but still writes an audit record.
    ...['importing the band pack', 'importing the same band pack'].map(
      (description): Step => ['initializeDatabase', description, () => ({ caller: admin })],
    ),
    ...['importing users', 'importing the same users'].map(
      (description): Step => [
        'importUsers',
        description,
        () => ({ caller: admin, body: { temporaryPassword: 'temporary one' } }),
      ],
    ),
    [
      'updateBand',
      'renaming the band',
      () => ({ caller: admin, body: { bandName: 'Paper Moons' } }),
    ],
    ...listSpreadsheetWrites(app),
    [
      'emptyDemo',
      'removing the demo',
      () => ({ caller: admin, body: { name: 'Paper Lantern Parade' } }),
    ],
    ['sendTestEmail', 'no effect: sending a test email', () => ({ caller: admin })],
    [
      'restoreBackup',
      'restoring the backup',
      () => ({ caller: admin, params: { name: ids.backup ?? '' }, body: { name: ids.backup } }),
    ],
  ];
  return { fan, bystander, subjects, steps };
}
