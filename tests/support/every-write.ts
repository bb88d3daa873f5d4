import { accountWrites } from './account-writes.ts';
import { importWrites } from './import-writes.ts';
import { createSeason, NEW_THREAD, type Subjects } from './season.ts';
import type { Answer, TestApp } from './test-app.ts';
import { type Step, twice } from './write-step.ts';

/**
 * Creates a season and plans every write of the contract in it. Each step names its endpoint and
 * depends on the steps before it.
 */
export async function planEveryWrite(test: TestApp) {
  const { admin } = test;
  const { fan, bystander, leaver, subjects, ...season } = await createSeason(test);
  const { past, tonight, next, ember, gale, harbor, isle } = season;

  const created: Record<string, string> = {};
  /** Stores the id of a created object by name, and as a subject of reads. */
  const keep = (name: string, as?: keyof Subjects) => (answer: Answer) => {
    const { id } = answer.json();
    created[name] = id;
    if (as) subjects[as].push(id);
  };
  const keepBackup = (answer: Answer) => {
    const { name } = answer.json();
    created.backup = name;
    subjects.backups.push(name);
  };
  const idOf = (name: string) => ({ id: created[name] ?? '' });
  const show = { name: 'Late addition', city: 'Albany', date: '2040-05-08T19:30:00Z' };
  const row = () => ({ id: tonight, setlistSongId: created.row ?? '' });

  const deletion = { currentPassword: leaver.password, isConfirmed: true };

  const steps: Step[] = [
    ...accountWrites(test, { fan, bystander }),

    ['createBackup', 'a backup', () => ({ by: admin, keep: keepBackup })],
    [
      'createPrediction',
      'a prediction',
      () => ({
        by: fan,
        body: { showId: next, songIds: [ember, gale] },
        keep: keep('prediction', 'predictions'),
      }),
    ],
    [
      'createPrediction',
      'again: the same picks',
      () => ({ by: fan, body: { showId: next, songIds: [ember, gale] } }),
    ],
    [
      'updatePrediction',
      'other picks',
      () => ({ by: fan, params: idOf('prediction'), body: { songIds: [gale, harbor] } }),
    ],
    ...twice(['createShare', 'a link', () => ({ by: fan, params: idOf('prediction') })]),
    ...twice([
      'updateShare',
      'songs shown early',
      () => ({ by: fan, params: idOf('prediction'), body: { showsSongsEarly: true } }),
    ]),
    ...twice([
      'revokeShare',
      'the revocation of the link',
      () => ({ by: fan, params: idOf('prediction') }),
    ]),

    [
      'createThread',
      'a thread',
      () => ({ by: fan, body: NEW_THREAD, keep: keep('thread', 'threads') }),
    ],
    [
      'createPost',
      'a post',
      () => ({
        by: bystander,
        params: idOf('thread'),
        body: { content: 'Ember' },
        keep: keep('post'),
      }),
    ],
    ...twice([
      'updatePost',
      'its change',
      () => ({ by: bystander, params: idOf('post'), body: { content: 'Gale' } }),
    ]),
    ...twice([
      'updateThread',
      'a pin',
      () => ({ by: admin, params: idOf('thread'), body: { isPinned: 1 } }),
    ]),
    [
      'removeAuthorPosts',
      'the removal of everything a fan wrote',
      () => ({ by: admin, params: { id: leaver.userId } }),
    ],
    ['deletePost', 'the deletion of the post', () => ({ by: admin, params: idOf('post') })],
    ['deleteThread', 'the deletion of the thread', () => ({ by: admin, params: idOf('thread') })],

    ['exportAccountData', 'again: a copy', () => ({ by: leaver })],
    ['deleteAccount', 'a fan who leaves', () => ({ by: leaver, body: deletion })],

    [
      'createSong',
      'a song',
      () => ({ by: admin, body: { title: 'Juniper' }, keep: keep('song', 'songs') }),
    ],
    [
      'updateSong',
      'a title',
      () => ({ by: admin, params: { id: ember }, body: { title: 'Embers' } }),
    ],
    ['createShow', 'a show', () => ({ by: admin, body: show, keep: keep('show', 'shows') })],
    ['updateShow', 'its name', () => ({ by: admin, params: idOf('show'), body: { name: 'Late' } })],
    [
      'updateShow',
      'the name of a predicted one',
      () => ({ by: admin, params: { id: next }, body: { name: 'Next, moved' } }),
    ],

    [
      'addSetlistSong',
      'a song before the show',
      () => ({ by: admin, params: { id: next }, body: { songId: isle } }),
    ],
    ...twice([
      'setShowStatus',
      'live',
      () => ({ by: admin, params: { id: tonight }, body: { status: 'live' } }),
    ]),
    [
      'addSetlistSong',
      'an opener',
      () => ({ by: admin, params: { id: tonight }, body: { songId: gale }, keep: keep('row') }),
    ],
    [
      'addSetlistSong',
      'a second song',
      () => ({ by: admin, params: { id: tonight }, body: { songId: isle } }),
    ],
    [
      'updateSetlistSong',
      'a closer',
      () => ({ by: admin, params: row(), body: { isCloser: true } }),
    ],
    ['updateSetlistSong', 'a note', () => ({ by: admin, params: row(), body: { notes: 'Slow' } })],
    ['undoSetlistChange', 'an undo', () => ({ by: admin, params: { id: tonight } })],
    ['removeSetlistSong', 'a removal', () => ({ by: admin, params: row() })],
    ['undoSetlistChange', 'its undo', () => ({ by: admin, params: { id: tonight } })],
    ['calculateScores', 'scores', () => ({ by: admin, params: { id: tonight } })],
    ['calculateScores', 'the same scores', () => ({ by: admin, params: { id: tonight } })],
    [
      'updateSetlistSong',
      'another opener of a scored show',
      () => ({ by: admin, params: row(), body: { songId: harbor } }),
    ],
    ...(['closed', 'cancelled', 'postponed', 'open', 'closed'] as const).map(
      (status): Step => [
        'setShowStatus',
        status,
        () => ({ by: admin, params: { id: tonight }, body: { status } }),
      ],
    ),
    ['deleteSong', 'a song of setlists and picks', () => ({ by: admin, params: { id: ember } })],
    ['deleteSong', 'a song of neither', () => ({ by: admin, params: idOf('song') })],
    ['deleteShow', 'a predicted show', () => ({ by: admin, params: { id: next } })],
    ['deleteShow', 'a show with points and a link', () => ({ by: admin, params: { id: past } })],
    ['deleteShow', 'a show without predictions', () => ({ by: admin, params: idOf('show') })],

    ...importWrites(test),
    // The second time imports nothing new, but still writes an audit record.
    ...["the pack's import", 'nothing new of it'].map(
      (does): Step => ['initializeDatabase', does, () => ({ by: admin })],
    ),
    ...['users', 'no new users'].map(
      (does): Step => [
        'importUsers',
        does,
        () => ({ by: admin, body: { temporaryPassword: 'temporary one' } }),
      ],
    ),
    ['updateBand', 'another band', () => ({ by: admin, body: { bandName: 'Paper Moons' } })],
    [
      'emptyDemo',
      'the removal of the demo',
      () => ({ by: admin, body: { name: 'Paper Lantern Parade' } }),
    ],
    ['sendTestEmail', 'again: a test email', () => ({ by: admin })],
    [
      'restoreBackup',
      'all as it was',
      () => ({ by: admin, params: { name: created.backup ?? '' }, body: { name: created.backup } }),
    ],
  ];
  return { fan, bystander, subjects, steps };
}
