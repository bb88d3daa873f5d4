import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getErrorMessage } from '../../../../tests/support/get-error-message.ts';
import { SMALL_PACK, writePack } from '../../../../tests/support/small-pack.ts';
import { loadBandPack, openBandPack } from './band-pack.ts';

it('reads a pack and fills empty cells with defaults', async () => {
  const pack = await loadBandPack(await writePack());
  expect(pack.band.productName).toBe('Test It');
  expect(pack.band).not.toHaveProperty('temporaryPassword');
  expect(pack.temporaryPassword).toBe('lanterns');
  const [lamp, moth] = pack.songs;
  expect(lamp).toMatchObject({ title: 'Lamp, Lit', timesPlayed: 0, averagePosition: null });
  expect(moth).toMatchObject({
    album: null,
    category: 'studio',
    firstPlayed: -900,
    lastPlayed: -500,
  });
  const [hall, fair] = pack.shows;
  expect(hall).toMatchObject({ country: 'USA', timeZone: 'America/New_York', day: -40 });
  expect(hall?.setlist).toEqual([
    {
      song: 'lamp',
      position: 1,
      setLabel: 'Set 1',
      isCloser: false,
      minutes: 9,
      notes: 'Slow\nstart',
      segue: false,
      breakAfter: null,
    },
    {
      song: 'moth',
      position: 2,
      setLabel: null,
      isCloser: true,
      minutes: 20,
      notes: null,
      segue: false,
      breakAfter: null,
    },
  ]);
  expect(fair).toMatchObject({ timeZone: 'Europe/Dublin', venue: null, tourName: null });
  expect(fair?.setlist).toEqual([]);
  expect(pack.users[1]).toMatchObject({ username: 'Béa', favoriteSong: null, homeVenue: null });
});

it("reads an open pack's tables on demand, and again after they were invalid", async () => {
  const folder = await writePack({ 'songs.csv': 'nothing' });
  const pack = await openBandPack(folder);
  expect(pack.band).toEqual((await loadBandPack(await writePack())).band);
  expect(await getErrorMessage(pack.load())).toMatch(/songs\.csv/);
  await writeFile(join(folder, 'songs.csv'), SMALL_PACK['songs.csv']);
  const { songs } = await pack.load();
  expect(songs).toHaveLength(2);
  await writeFile(join(folder, 'songs.csv'), 'nothing');
  expect((await pack.load()).songs).toBe(songs);
});

it('accepts a typical song count per show', async () => {
  expect((await loadBandPack(await writePack())).band.setlistLength).toBe(23);
  const file = SMALL_PACK['band.json'].replace('"timeZone"', '"setlistLength": 12, "timeZone"');
  expect((await loadBandPack(await writePack({ 'band.json': file }))).band.setlistLength).toBe(12);
});

it('accepts a song twice in one show and setlist rows in any order', async () => {
  const rows = SMALL_PACK['setlists.csv'].replace('hall,2,moth,,yes,20,\n', '');
  const pack = await loadBandPack(
    await writePack({ 'setlists.csv': `${rows}hall,3,lamp,,,30,\nhall,2,moth,,yes,20,\n` }),
  );
  expect(pack.shows[0]?.setlist.map(({ song }) => song)).toEqual(['lamp', 'moth', 'lamp']);
});

type Mistake = [from: string, to: string, line: number, reason: RegExp];
const MISTAKES: Record<keyof typeof SMALL_PACK, Mistake[]> = {
  'songs.csv': [
    ['averagePosition\n', 'averagePosition,mood\n', 1, /^the header must be exactly key,title,alb/],
    ['title,album', 'album,title', 1, /^the header must be exactly/],
    [SMALL_PACK['songs.csv'], '', 1, /^the header must be exactly/],
    ['moth,Moth,,rare', 'moth,Moth,rare', 3, /^expected 9 columns, found 8$/],
    ['moth,Moth', 'moth,"Moth', 3, /^a quotation mark is not closed/],
    ['rare', 'epic', 3, /^rarity must be one of common, uncommon, rare, very_rare, debut$/],
    ['moth,Moth', 'moth,', 3, /^title: Title is required$/],
    ['moth,Moth', `moth,${'M'.repeat(256)}`, 3, /^title: At most 255 characters$/],
    ['moth,Moth', `${'m'.repeat(121)},Moth`, 3, /^key: At most 120 characters$/],
    ['moth,Moth', 'Moth!,Moth', 3, /^key must be words of a to z and 0 to 9, joined by hyphens$/],
    ['moth,Moth', 'lamp,Moth', 3, /^key lamp is already on line 2$/],
    ['moth,Moth', 'moth,"Lamp, Lit"', 3, /^title Lamp, Lit is already on line 2$/],
    ['moth,Moth', 'moth,"LAMP,  Lit"', 3, /^title LAMP, {2}Lit is already on line 2$/],
    ['rare,,12', 'rare,,a dozen', 3, /^timesPlayed must be a whole number from 0 to 100000$/],
    [
      'rare,,12',
      'rare,,0',
      3,
      /are required if timesPlayed is above 0, and must otherwise be empty$/,
    ],
    ['12.50', '', 3, /are required if timesPlayed is above 0, and must otherwise be empty$/],
    ['12.50', '12.505', 3, /^averagePosition must be a number like 12.50, at least 1$/],
    ['-900,-500', '-500,-900', 3, /^firstPlayedDay must not be after lastPlayedDay$/],
    ['-900,-500', '-900,-40', 3, /^lastPlayedDay must be before the first setlist, day -40$/],
    ['Moth', 'Mo\0th', 3, /^contains the character U\+0000$/],
  ],
  'shows.csv': [
    [',tourName', '', 1, /^the header must be exactly key,name,venue/],
    ['\nfair', '\nhall', 3, /^key hall is already on line 2$/],
    ['Cork', 'C'.repeat(101), 3, /^city: At most 100 characters$/],
    [',1,21:15', ',,21:15', 3, /^a show must have either a date or a day, not both$/],
    ['Europe/Dublin', 'Europe/Dubbling', 3, /^timeZone must be an IANA time zone/],
    ['Europe/Dublin', '+01:00', 3, /^timeZone must be an IANA time zone/],
    [',1,21:15', ',20301128,21:15', 3, /^day must be a whole number from -36500 to 3650$/],
    ['21:15', '24:15', 3, /^time: Must be a time from 00:00 to 23:59$/],
  ],
  'setlists.csv': [
    // Line 4, because the note before it spans two lines.
    ['hall,2', 'barn,2', 4, /^no show has the key barn$/],
    ['hall,2,moth', 'hall,2,wasp', 4, /^no song has the key wasp$/],
    ['hall,2', 'hall,3', 4, /^expected position 2 for hall, found 3$/],
    ['hall,2', 'hall,1', 4, /^expected position 2 for hall, found 1$/],
    ['hall,1', 'hall,0', 2, /^position must be a whole number from 1 to 1000$/],
    ['hall,1', 'fair,1', 2, /^fair is not over yet: day 1$/],
    ['yes', 'true', 4, /^closer must be 'yes' or empty$/],
    ['yes,20', 'yes,5', 4, /^minutes must be at least 9, as in the previous row$/],
  ],
  'users.csv': [
    [',homeVenue', '', 1, /^the header must be exactly email,username,favoriteSong,homeVenue$/],
    ['b@example.org', 'b at example', 3, /^email: Invalid email address$/],
    ['b@example.org', 'A@Example.org', 3, /^email A@Example.org is already on line 2$/],
    ['Béa', 'ADA', 3, /^username ADA is already on line 2$/],
    ['Béa', 'B', 3, /^username: Username must be at least 3 characters$/],
    ['Béa', 'Test It', 3, /^username Test It is reserved$/],
    ['Béa,', 'Béa,Wasp', 3, /^no song has the title Wasp$/],
  ],
  'band.json': [
    ['"The Testers"', 'The Testers', 3, /^not JSON: /],
    ['"\n}\n', '"', 18, /^not JSON: /],
    ['"tagline"', '"slogan"', 1, /^tagline: Required$/],
    ['"tagline"', '"mood": "good", "tagline"', 1, /^Unknown field: mood$/],
    [
      'https://one.example',
      'javascript:alert(1)',
      7,
      /^socialLinks\.0\.url: Must be a web address$/,
    ],
    ['America/New_York', 'New York', 17, /^timeZone must be an IANA time zone/],
    ['"timeZone"', '"setlistLength": 0, "timeZone"', 17, /^setlistLength: /],
    ['lanterns', 'lamp', 18, /^temporaryPassword: Password must be at least 8 characters$/],
  ],
};

describe.each(Object.entries(MISTAKES))('a mistake in %s', (name, mistakes) => {
  it.each(mistakes)('is rejected: %j changed to %j', async (from, to, line, reason) => {
    const validContent = Object.entries(SMALL_PACK).find(([file]) => file === name)?.[1] ?? '';
    expect(validContent.split(from)).toHaveLength(2);
    const folder = await writePack({ [name]: validContent.replace(from, to) });
    const message = await getErrorMessage(loadBandPack(folder));
    // Errors that follow from the first one are on later lines.
    const [location = '', ...rest] = (message.split('\n')[0] ?? '').split(': ');
    expect(location.replace(/, column \d+$/, '')).toBe(`${join(folder, name)}, line ${line}`);
    expect(rest.join(': ')).toMatch(reason);
  });
});

it.each(Object.keys(SMALL_PACK))('names the missing file %s', async (name) => {
  const folder = await writePack();
  await rm(join(folder, name));
  expect(await getErrorMessage(loadBandPack(folder))).toBe(
    `${join(folder, name)}: the file is missing or unreadable`,
  );
});

it('reports a file that is not UTF-8', async () => {
  const folder = await writePack({ 'songs.csv': Buffer.from([0x6b, 0xe9, 0x0a]) });
  expect(await getErrorMessage(loadBandPack(folder))).toMatch(/songs\.csv: the file is not UTF-8$/);
});

it('reports the relative path of a file below the working directory', async () => {
  expect(await getErrorMessage(loadBandPack('bands/missing'))).toMatch(
    /^bands\/missing\/band\.json: /,
  );
});
