import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import { JUST_ENTERED_MS } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import { makeScribe } from '../../../tests/support/make-scribe.ts';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let ada: Caller;
let ben: Caller;
let show: Show;
let ember: Song;
let fathom: Song;
let gallop: Song;

const buildUrl = (row?: Pick<SetlistEntry, 'id'>) =>
  `/api/shows/${show.id}/setlist${row === undefined ? '' : `/${row.id}`}`;
const fetchSetlist = async (): Promise<SetlistEntry[]> => ok(await ada.get(buildUrl())).json();
const listTitles = async () =>
  (await fetchSetlist()).map(({ position, song }) => `${position} ${song.title}`).join(', ');
const toStatusAndMessage = (response: TestResponse) => [
  response.statusCode,
  response.json().message,
];

describe.each([
  ['two administrators', ['administrator', 'administrator']],
  ['two scribes', ['scribe', 'scribe']],
  ['a scribe and an administrator', ['scribe', 'administrator']],
] as const)('%s', (_, roles) => {
  beforeAll(async () => {
    app = await openTestApp();
    ada = await app.signUp('Ada Lamplight');
    ben = await app.signUp('Ben Hollow');
    await addShow(app.admin, { tourName: 'Spring' });
    for (const [n, person] of [ada, ben].entries())
      if (roles[n] === 'scribe') await makeScribe(app, person, { tourName: 'Spring' });
      else await grantAdmin(app.database.db, { email: person.email }, null);
    [ember, fathom, gallop] = await addSongs(app.admin, 'Ember', 'Fathom', 'Gallop');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    show = await addShow(app.admin, { tourName: 'Spring' });
    await setStatus(app.admin, show.id, 'live');
  });

  describe('a row changed by both', () => {
    it.each([
      [() => [ada, ben] as const, 'Ada Lamplight'],
      [() => [ben, ada] as const, 'Ben Hollow'],
    ])(
      'accepts the first change and names it to the second administrator (order %#)',
      async (order, who) => {
        const [first, second] = order();
        const [row, bystander] = await play(app.admin, show.id, ember, fathom);
        const markResponse = await first.patch(buildUrl(row), {
          isCloser: true,
          version: row.version,
        });
        expect(markResponse.statusCode).toBe(200);
        const staleResponse = await second.patch(buildUrl(row), {
          notes: 'slow',
          version: row.version,
        });
        expect(toStatusAndMessage(staleResponse)).toEqual([
          409,
          `${who} changed the closer mark of “Ember” in the meantime. Your changes were not saved.`,
        ]);
        expect(await fetchSetlist()).toEqual([markResponse.json(), bystander]);
        const edit = { notes: 'slow', version: markResponse.json().version };
        expect(ok(await second.patch(buildUrl(row), edit)).json()).toMatchObject({
          isCloser: true,
          notes: 'slow',
        });
      },
    );

    it('accepts one of three simultaneous changes, the third by an administrator', async () => {
      const [row] = await play(app.admin, show.id, ember);
      const { version } = row;
      const responses = await Promise.all([
        ada.patch(buildUrl(row), { isCloser: true, version }),
        ben.patch(buildUrl(row), { setLabel: 'Encore', version }),
        app.admin.patch(buildUrl(row), { notes: 'slow', version }),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
      const [now] = await fetchSetlist();
      const isChanged = [now?.isCloser, now?.setLabel === 'Encore', now?.notes === 'slow'];
      expect(isChanged.filter(Boolean)).toHaveLength(1);
    });

    it('lists every later change by any administrator', async () => {
      const [row] = await play(app.admin, show.id, ember);
      ok(await ada.patch(buildUrl(row), { notes: 'slow' }));
      ok(await ben.patch(buildUrl(row), { songId: gallop.id, isCloser: true }));
      const staleResponse = await app.admin.patch(buildUrl(row), {
        setLabel: 'Encore',
        version: row.version,
      });
      expect(staleResponse.json().message).toMatch(
        /^Ada Lamplight and Ben Hollow changed the song, the closer mark, and the notes of “Gallop”/,
      );
    });

    it('does not conflict with rows that shift it or with an undone change', async () => {
      const [row] = await play(app.admin, show.id, ember);
      ok(await ada.post(buildUrl(), { songId: fathom.id, position: 1, insert: true }));
      ok(await ada.patch(buildUrl(row), { notes: 'slow' }));
      ok(await ada.post(`${buildUrl()}/undo`, {}));
      const changed = await ben.patch(buildUrl(row), { isCloser: true, version: row.version });
      expect([changed.statusCode, changed.json().position]).toEqual([200, 2]);
    });

    it('names the administrator who removed it', async () => {
      const [row] = await play(app.admin, show.id, ember);
      ok(await ada.delete(buildUrl(row)));
      const responses = [
        await ben.patch(buildUrl(row), { notes: 'slow', version: row.version }),
        await ben.delete(buildUrl(row)),
      ];
      for (const response of responses)
        expect(toStatusAndMessage(response)).toEqual([
          404,
          'Ada Lamplight removed this song from the setlist.',
        ]);
    });

    it('accepts a change without a version', async () => {
      const [row] = await play(app.admin, show.id, ember);
      ok(await ada.patch(buildUrl(row), { isCloser: true }));
      expect((await ben.patch(buildUrl(row), { notes: 'slow' })).statusCode).toBe(200);
      expect((await ben.delete(buildUrl(row))).statusCode).toBe(204);
    });

    it("can't be removed by an administrator who has not seen its last change", async () => {
      const [row, bystander] = await play(app.admin, show.id, ember, fathom);
      const remove = (version: number) => ben.delete(`${buildUrl(row)}?version=${version}`);
      const replaceResponse = ok(
        await ada.patch(buildUrl(row), { songId: gallop.id, version: row.version }),
      );
      expect(toStatusAndMessage(await remove(row.version))).toEqual([
        409,
        'Ada Lamplight changed the song of “Gallop” in the meantime. Your changes were not saved.',
      ]);
      expect(await fetchSetlist()).toEqual([replaceResponse.json(), bystander]);
      expect((await ben.delete(`${buildUrl(row)}?version=new`)).statusCode).toBe(400);
      expect((await remove(replaceResponse.json().version)).statusCode).toBe(204);
      expect(await listTitles()).toBe('1 Fathom');
    });
  });

  describe('a song entered by both', () => {
    it.each([
      [() => [ada, ben] as const, 'Ada Lamplight'],
      [() => [ben, ada] as const, 'Ben Hollow'],
    ])(
      'is added once, and the second administrator learns who entered it (order %#)',
      async (order, who) => {
        const [first, second] = order();
        await play(app.admin, show.id, fathom);
        ok(await first.post(buildUrl(), { songId: ember.id }));
        for (const fields of [{ timesSeen: 0 }, {}]) {
          const staleResponse = await second.post(buildUrl(), { songId: ember.id, ...fields });
          expect(toStatusAndMessage(staleResponse)).toEqual([
            409,
            `${who} just entered “Ember” at position 2.`,
          ]);
        }
        expect(await listTitles()).toBe('1 Fathom, 2 Ember');
        const secondResponse = await second.post(buildUrl(), { songId: ember.id, timesSeen: 1 });
        expect([secondResponse.statusCode, secondResponse.json().position]).toEqual([201, 3]);
      },
    );

    it.each([{}, { timesSeen: 0 }])(
      'is added once when entered at the same moment (%j)',
      async (fields) => {
        const body = { songId: ember.id, ...fields };
        const responses = await Promise.all([
          ada.post(buildUrl(), body),
          ben.post(buildUrl(), body),
        ]);
        expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
        expect(await listTitles()).toBe('1 Ember');
      },
    );

    it('is added once by an administrator with two devices that show the same setlist', async () => {
      await play(app.admin, show.id, fathom);
      const body = { songId: ember.id, timesSeen: 0 };
      ok(await ada.post(buildUrl(), body));
      expect(toStatusAndMessage(await ada.post(buildUrl(), body))).toEqual([
        409,
        'You just entered “Ember” at position 2.',
      ]);
      expect(await listTitles()).toBe('1 Fathom, 2 Ember');
    });

    it('is accepted later, from the same administrator or from one who saw the first entry', async () => {
      ok(await ada.post(buildUrl(), { songId: ember.id }));
      ok(await ada.post(buildUrl(), { songId: ember.id }));
      ok(await ben.post(buildUrl(), { songId: ember.id, timesSeen: 2 }));
      app.clock.now = Date.now() + JUST_ENTERED_MS;
      ok(await ada.post(buildUrl(), { songId: ember.id }));
      app.clock.now = Date.now();
      const staleResponse = await ben.post(buildUrl(), { songId: ember.id, timesSeen: 3 });
      expect(staleResponse.statusCode).toBe(409);
      expect(await fetchSetlist()).toHaveLength(4);
    });

    it('is inserted next to another song without a retry', async () => {
      for (const [firstBody, secondBody] of [
        [{ songId: ember.id }, { songId: fathom.id }],
        [
          { songId: ember.id, position: 99 },
          { songId: fathom.id, position: 99 },
        ],
      ])
        for (const response of await Promise.all([
          ada.post(buildUrl(), firstBody),
          ben.post(buildUrl(), secondBody),
        ]))
          expect(response.statusCode).toBe(201);
      expect((await fetchSetlist()).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    });
  });
});
