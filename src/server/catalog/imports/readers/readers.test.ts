import { expect, test } from 'vitest';
import {
  ARTIST,
  buildFishRow,
  buildFmPage,
  buildFmSetlist,
  formatShowLine,
  readArchiveFiles as read,
  toFishResponse,
} from '../../../../../tests/support/archives.ts';

const readFm = (...setlists: unknown[]) => read({ kind: 'setlistfm' }, buildFmPage(setlists));
const readFish = (...rows: unknown[]) =>
  read({ kind: 'songfish', site: 'lanterns.example' }, toFishResponse(rows));
const readLines = (...texts: string[]) => read({ kind: 'shows' }, texts.join('\n'));
const formatSongs = ({
  songs,
}: {
  songs: { title: string | null; setLabel: string | null; isCloser: boolean }[];
}) =>
  songs.map(({ title, setLabel, isCloser }) =>
    [setLabel, title, isCloser ? 'closer' : ''].join(' ').trim(),
  );

test('setlist.fm: reads the details, sets, closers and link of a show', async () => {
  const { shows } = await readFm(buildFmSetlist({}, ['Ember', 'Fathom'], ['Gale'], ['Harbor']));
  expect(shows).toMatchObject([
    {
      sourceId: '63de4613',
      date: '2019-05-08',
      venue: 'Barton Hall',
      city: 'Ithaca',
      state: 'NY',
      country: 'USA',
      tour: 'Spring Tour',
      url: 'https://www.setlist.fm/setlist/63de4613.html',
    },
  ]);
  expect(shows.map(formatSongs)).toEqual([
    ['Set 1 Ember', 'Set 1 Fathom', 'Set 2 Gale closer', 'Encore Harbor closer'],
  ]);
});

test('setlist.fm: drops tapes, keeps the positions of unknown songs, and detects an encore by name', async () => {
  const sets = {
    set: [
      { name: 'Set 1:', song: [{ name: 'Intro', tape: true }, { name: '' }, { name: 'Ember' }] },
      { name: 'Encore:', song: [{ name: 'Fathom' }] },
      { name: 'Soundcheck', song: [{ name: 'Gale' }] },
    ],
  };
  const { shows, counts } = await readFm(buildFmSetlist({ sets }));
  expect(shows.map(formatSongs)).toEqual([['Set 1', 'Set 1 Ember closer', 'Encore Fathom closer']]);
  expect(shows[0]?.soundcheck).toBe('Gale');
  expect(counts).toEqual({ tapes: 1, unknownSongs: 1, encoresByName: 1, soundchecks: 1 });
});

test.each([
  ['>', true, null],
  ['->', true, null],
  ['unfinished) (>', true, 'unfinished'],
  ['->, ended with a jam', true, 'ended with a jam'],
  ['live debut) (tribute', false, 'live debut; tribute'],
  ['with a <b>guest</b>', false, 'with a <b>guest</b>'],
])('setlist.fm: reads segue and notes from the remark %j', async (info, segue, notes) => {
  const { shows } = await readFm(buildFmSetlist({}, [{ name: 'Ember', info }]));
  expect(shows[0]?.songs[0]).toMatchObject({ segue, notes });
});

test('setlist.fm: reads future shows, missing venues and numeric IDs, and skips other artists', async () => {
  const otherArtist = { mbid: 'other', name: 'Somebody' };
  const { shows, counts } = await readFm(
    buildFmSetlist({ id: 12, eventDate: '01-01-2060', sets: { set: [] } }),
    buildFmSetlist({ id: 'b', venue: { name: '', city: { name: '' } }, tour: null, sets: '' }),
    buildFmSetlist({ id: 'c', artist: otherArtist }, ['Ember']),
  );
  expect(shows).toMatchObject([
    { sourceId: '12', songs: [] },
    { sourceId: 'b', venue: null, city: null, tour: null, songs: [] },
  ]);
  expect(counts).toEqual({
    numericIds: 1,
    withoutSongs: 2,
    withoutVenue: 1,
    withoutCity: 1,
    otherArtists: 1,
  });
  expect(
    (
      await read(
        { kind: 'setlistfm', artist: ARTIST.toUpperCase(), since: '2060-01-01' },
        buildFmPage([buildFmSetlist()]),
      )
    ).counts,
  ).toEqual({ earlier: 1 });
});

test('setlist.fm: orders shows on one day at one place by ID across pages', async () => {
  const buildSetlistIn = (id: string, city: string) =>
    buildFmSetlist({ id, venue: { name: '', city: { name: city } } });
  const { shows, counts } = await read(
    { kind: 'setlistfm' },
    buildFmPage(
      [
        buildSetlistIn('c', 'Ithaca'),
        buildSetlistIn('b', 'ITHACA'),
        buildSetlistIn('away', 'Essex'),
      ],
      {
        total: 60,
      },
    ),
    buildFmPage([buildSetlistIn('c', 'Ithaca'), buildSetlistIn('a', 'Ithaca')], {
      page: 2,
      total: 60,
    }),
  );
  expect(shows.map(({ sourceId, order }) => `${sourceId} ${order}`)).toEqual([
    'c 1',
    'b 0',
    'away 0',
    'a 2',
  ]);
  expect(counts).toMatchObject({ secondOnDay: 2, repeatedRows: 1, withoutSongs: 4 });
});

test('Songfish: reads sets, encores, segues, footnotes and notes', async () => {
  const { shows, counts } = await readFish(
    buildFishRow({
      position: '3',
      uniqueid: '9',
      setnumber: 'e',
      settype: 'Encore',
      songname: 'Gale',
      song_id: 3,
      footnotes: '["With <i>Ann</i>"]',
    }),
    buildFishRow({
      position: 1,
      transition_id: '2',
      footnote: 'Slow &amp; low',
      showtime: '20:00:00',
      timezone: 'America/Denver',
      showtitle: 'Night 1',
      opener: 'The Moths',
      soundcheck: 'Isle',
      shownotes: 'First<br>night',
      tour_id: 4,
      tourname: 'Fall',
    }),
    buildFishRow({ position: 2, uniqueid: 2, isreprise: '1', song_id: '133' }),
    buildFishRow({ position: 2, uniqueid: 2, isreprise: '1', song_id: '133' }),
  );
  expect(shows).toHaveLength(1);
  expect(shows.map(formatSongs)).toEqual([['Ember', 'Ember closer', 'Encore Gale closer']]);
  expect(shows[0]?.songs.map(({ segue, notes }) => [segue, notes])).toEqual([
    [true, 'Slow & low'],
    [false, 'Reprise'],
    [false, 'With Ann'],
  ]);
  expect(shows[0]).toMatchObject({
    sourceId: '1700000001',
    url: 'https://lanterns.example/setlists/lanterns-october-10-2022.html',
    venue: 'Red Rocks',
  });
  expect(counts).toMatchObject({
    repeatedRows: 1,
    reprises: 1,
    repeated: 1,
    segues: 1,
    songNotes: 3,
  });
});

test('Songfish: reads the time, zone, support act, soundcheck and notes of a show', async () => {
  const fields = {
    showtime: '20:00:00',
    timezone: 'America/Denver',
    showtitle: 'Night 1',
    opener: 'The Moths',
    soundcheck: 'Isle',
    shownotes: 'First<br>night',
    tour_id: '4',
    tourname: 'Fall',
    showorder: '2',
  };
  const { shows, counts } = await readFish(buildFishRow(fields));
  expect(shows[0]).toMatchObject({
    time: '20:00',
    timeZone: 'America/Denver',
    title: 'Night 1',
    support: 'The Moths',
    soundcheck: 'Isle',
    notes: 'First\nnight',
    tour: 'Fall',
    order: 1,
  });
  expect(counts).toMatchObject({
    support: 1,
    soundchecks: 1,
    showNotes: 1,
    secondOnDay: 1,
    textNumbers: 2,
    numericIds: 1,
  });
});

test('Songfish: skips side projects, treats song 1 as unknown, and keeps broken footnotes', async () => {
  const { shows, counts } = await readFish(
    buildFishRow({ song_id: 1, songname: 'Unknown' }),
    buildFishRow({ position: 2, song_id: 2, songname: 'Fathom', footnotes: '["With' }),
    buildFishRow({ show_id: 7, artist_id: 4 }),
  );
  expect(shows.map(formatSongs)).toEqual([['', 'Fathom closer']]);
  expect(shows[0]?.songs[1]?.notes).toBe('["With');
  expect(counts).toMatchObject({ otherArtists: 1, unknownSongs: 1, unreadable: 1 });
});

test('shortens long text, removes NUL characters, and treats an invisible title as unknown', async () => {
  const { shows, counts } = await readLines(
    formatShowLine({ venue: 'x'.repeat(300) }, 'a\u0000b', '\u200b'),
  );
  expect(shows[0]?.venue).toHaveLength(255);
  expect(shows[0]?.songs.map(({ title }) => title)).toEqual(['ab', null]);
  expect(counts).toEqual({ shortened: 1, unknownSongs: 1 });
});
