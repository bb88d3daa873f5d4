import { listAccountWrites } from './account-writes.ts';
import { listImportWrites } from './import-writes.ts';
import { listLeagueWrites } from './league-writes.ts';
import { createSeason, NEW_THREAD, type Subjects } from './season.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

/**
 * Creates a season and plans every write of the contract in it. Each step names its endpoint and
 * depends on the steps before it.
 */
export async function planEveryWrite(app: TestApp) {
  const { admin } = app;
  const { fan, bystander, leaver, subjects, ...season } = await createSeason(app);
  const { past, tonight, next, ember, gale, harbor, isle } = season;

  const ids: Record<string, string> = {};
  /** Stores the id of a created object by name, and as a subject of reads. */
  const keep = (name: string, as?: keyof Subjects) => (response: TestResponse) => {
    const { id } = response.json();
    ids[name] = id;
    if (as) subjects[as].push(id);
  };
  const keepBackup = (response: TestResponse) => {
    const { name } = response.json();
    ids.backup = name;
    subjects.backups.push(name);
  };
  const idParams = (name: string) => ({ id: ids[name] ?? '' });
  const show = { name: 'Late addition', city: 'Albany', date: '2040-05-08T19:30:00Z' };
  const row = () => ({ id: tonight, setlistSongId: ids.row ?? '' });

  const deletion = { currentPassword: leaver.password, isConfirmed: true };

  const steps: Step[] = [
    ...listAccountWrites(app, { fan, bystander }),

    ['createBackup', 'a backup', () => ({ caller: admin, onResponse: keepBackup })],
    [
      'createPrediction',
      'a prediction',
      () => ({
        caller: fan,
        body: { showId: next, songIds: [ember, gale] },
        onResponse: keep('prediction', 'predictions'),
      }),
    ],
    [
      'createPrediction',
      'again: the same picks',
      () => ({ caller: fan, body: { showId: next, songIds: [ember, gale] } }),
    ],
    [
      'updatePrediction',
      'other picks',
      () => ({ caller: fan, params: idParams('prediction'), body: { songIds: [gale, harbor] } }),
    ],
    ...repeatStep([
      'createShare',
      'a link',
      () => ({ caller: fan, params: idParams('prediction') }),
    ]),
    ...repeatStep([
      'updateShare',
      'songs shown early',
      () => ({ caller: fan, params: idParams('prediction'), body: { showsSongsEarly: true } }),
    ]),
    ...repeatStep([
      'revokeShare',
      'the revocation of the link',
      () => ({ caller: fan, params: idParams('prediction') }),
    ]),

    [
      'createThread',
      'a thread',
      () => ({ caller: fan, body: NEW_THREAD, onResponse: keep('thread', 'threads') }),
    ],
    [
      'createPost',
      'a post',
      () => ({
        caller: bystander,
        params: idParams('thread'),
        body: { content: 'Ember' },
        onResponse: keep('post'),
      }),
    ],
    ...repeatStep([
      'updatePost',
      'its change',
      () => ({ caller: bystander, params: idParams('post'), body: { content: 'Gale' } }),
    ]),
    ...repeatStep([
      'updateThread',
      'a pin',
      () => ({ caller: admin, params: idParams('thread'), body: { isPinned: 1 } }),
    ]),
    [
      'removeAuthorPosts',
      'the removal of everything a fan wrote',
      () => ({ caller: admin, params: { id: leaver.userId } }),
    ],
    ['deletePost', 'the deletion of the post', () => ({ caller: admin, params: idParams('post') })],
    [
      'deleteThread',
      'the deletion of the thread',
      () => ({ caller: admin, params: idParams('thread') }),
    ],

    ...listLeagueWrites({ admin, fan, bystander, subjects, start: past, next }),
    ['exportAccountData', 'again: a copy', () => ({ caller: leaver })],
    ['deleteAccount', 'a fan who leaves', () => ({ caller: leaver, body: deletion })],

    [
      'createSong',
      'a song',
      () => ({ caller: admin, body: { title: 'Juniper' }, onResponse: keep('song', 'songs') }),
    ],
    [
      'updateSong',
      'a title',
      () => ({ caller: admin, params: { id: ember }, body: { title: 'Embers' } }),
    ],
    [
      'createShow',
      'a show',
      () => ({ caller: admin, body: show, onResponse: keep('show', 'shows') }),
    ],
    [
      'updateShow',
      'its name',
      () => ({ caller: admin, params: idParams('show'), body: { name: 'Late' } }),
    ],
    [
      'updateShow',
      'the name of a predicted one',
      () => ({ caller: admin, params: { id: next }, body: { name: 'Next, moved' } }),
    ],

    [
      'addSetlistSong',
      'a song before the show',
      () => ({ caller: admin, params: { id: next }, body: { songId: isle } }),
    ],
    ...repeatStep([
      'setShowStatus',
      'live',
      () => ({ caller: admin, params: { id: tonight }, body: { status: 'live' } }),
    ]),
    [
      'addSetlistSong',
      'an opener',
      () => ({
        caller: admin,
        params: { id: tonight },
        body: { songId: gale },
        onResponse: keep('row'),
      }),
    ],
    [
      'addSetlistSong',
      'a second song',
      () => ({ caller: admin, params: { id: tonight }, body: { songId: isle } }),
    ],
    [
      'updateSetlistSong',
      'a closer',
      () => ({ caller: admin, params: row(), body: { isCloser: true } }),
    ],
    [
      'updateSetlistSong',
      'a note',
      () => ({ caller: admin, params: row(), body: { notes: 'Slow' } }),
    ],
    ['undoSetlistChange', 'an undo', () => ({ caller: admin, params: { id: tonight } })],
    ['removeSetlistSong', 'a removal', () => ({ caller: admin, params: row() })],
    ['undoSetlistChange', 'its undo', () => ({ caller: admin, params: { id: tonight } })],
    ['calculateScores', 'scores', () => ({ caller: admin, params: { id: tonight } })],
    ['calculateScores', 'the same scores', () => ({ caller: admin, params: { id: tonight } })],
    [
      'updateSetlistSong',
      'another opener of a scored show',
      () => ({ caller: admin, params: row(), body: { songId: harbor } }),
    ],
    ...(['closed', 'cancelled', 'postponed', 'open', 'closed'] as const).map(
      (status): Step => [
        'setShowStatus',
        status,
        () => ({ caller: admin, params: { id: tonight }, body: { status } }),
      ],
    ),
    [
      'deleteSong',
      'a song of setlists and picks',
      () => ({ caller: admin, params: { id: ember } }),
    ],
    ['deleteSong', 'a song of neither', () => ({ caller: admin, params: idParams('song') })],
    ['deleteShow', 'a predicted show', () => ({ caller: admin, params: { id: next } })],
    [
      'deleteShow',
      'a show with points and a link',
      () => ({ caller: admin, params: { id: past } }),
    ],
    [
      'deleteShow',
      'a show without predictions',
      () => ({ caller: admin, params: idParams('show') }),
    ],

    ...listImportWrites(app),
    // The second time imports nothing new, but still writes an audit record.
    ...["the pack's import", 'nothing new of it'].map(
      (description): Step => ['initializeDatabase', description, () => ({ caller: admin })],
    ),
    ...['users', 'no new users'].map(
      (description): Step => [
        'importUsers',
        description,
        () => ({ caller: admin, body: { temporaryPassword: 'temporary one' } }),
      ],
    ),
    ['updateBand', 'another band', () => ({ caller: admin, body: { bandName: 'Paper Moons' } })],
    [
      'emptyDemo',
      'the removal of the demo',
      () => ({ caller: admin, body: { name: 'Paper Lantern Parade' } }),
    ],
    ['sendTestEmail', 'again: a test email', () => ({ caller: admin })],
    [
      'restoreBackup',
      'all as it was',
      () => ({ caller: admin, params: { name: ids.backup ?? '' }, body: { name: ids.backup } }),
    ],
  ];
  return { fan, bystander, subjects, steps };
}
