import { expect, it } from 'vitest';
import { getErrorMessage } from '../../../../tests/support/get-error-message.ts';
import { SMALL_PACK, writePack } from '../../../../tests/support/small-pack.ts';
import { checkBandPack, loadBandPack } from './band-pack.ts';
import { formatProblem } from './pack-problem.ts';

const DATED = {
  'songs.csv': `key,title,album,rarity,category,timesPlayed,firstPlayed,lastPlayed,averagePosition
lamp,"Lamp, Lit",Wicks,debut,studio,0,,,
moth,Moth,,rare,,12,1994-03-01,1995-07-08,12.50
`,
  'shows.csv': `key,name,venue,city,state,country,timeZone,date,tourName
hall,Night of Tests,Test Hall,,,,,1995-07-09,Test Tour
fair,The Fair,,Cork,,Ireland,Europe/Dublin,2199-12-31,
`,
};

it('accepts dates as days and lets optional columns be left out', async () => {
  const pack = await loadBandPack(
    await writePack({
      ...DATED,
      'band.json': SMALL_PACK['band.json']
        .replace(/ {2}"(socialLinks|fanSpotlight)": \[[^\]]*\],\n/g, '')
        .replace(/ {2}"donationEmail".*\n/, '')
        .replace('"timeZone"', '"usualStart": "19:15", "timeZone"'),
    }),
  );
  expect(pack.band).toMatchObject({ socialLinks: [], fanSpotlight: [], donationEmail: null });
  expect(pack.songs[1]).toMatchObject({ firstPlayed: '1994-03-01', lastPlayed: '1995-07-08' });
  expect(pack.shows).toMatchObject([
    { day: '1995-07-09', time: '19:15', city: 'Unknown city' },
    { day: '2199-12-31', time: '19:15' },
  ]);
});

it.each([
  ['1995-07-09', '1995-13-09', /^date must be a date like 2026-11-28$/],
  ['1995-07-09', '1995-02-29', /^date must be a date like 2026-11-28$/],
  ['1995-07-09', '09-07-1995', /^date must be a date like 2026-11-28$/],
  ['1995-07-09', '2199-07-09', /^hall is not over yet: 2199-07-09$/],
  ['date,tourName', 'day,date,tourName', /^expected 10 columns, found 9$/],
  ['date,tourName', 'when,tourName', /; day, date, time, status, locksBefore are optional$/],
  ['1995-07-09', '1995-07-08', /^lastPlayed must be before the first setlist, 1995-07-08$/],
])('rejects %j changed to %j', async (from, to, reason) => {
  const shows = DATED['shows.csv'].replace(from, to);
  const message = await getErrorMessage(
    loadBandPack(await writePack({ ...DATED, 'shows.csv': shows })),
  );
  const [first = ''] = message.split('\n');
  expect(first.split(': ').slice(1).join(': ')).toMatch(reason);
});

it('lists all problems at once with file, line and column', async () => {
  const folder = await writePack({
    'band.json': SMALL_PACK['band.json']
      .replace('New_York', 'Old_York')
      .replace('lanterns', 'lamp'),
    'songs.csv': SMALL_PACK['songs.csv'].replace('rare,,12', 'epic,,many'),
    'shows.csv': SMALL_PACK['shows.csv'].replace('19:30', '7 pm'),
    'setlists.csv': SMALL_PACK['setlists.csv'].replace('moth,,yes', 'wasp,,true'),
    'users.csv': SMALL_PACK['users.csv'].replace('Béa', 'Admin').replace('Ada', 'A'),
  });
  const { pack, problems } = await checkBandPack(folder);
  expect(pack).toBeUndefined();
  expect(problems.map((problem) => formatProblem(problem).replace(`${folder}/`, ''))).toEqual([
    'band.json, line 17: timeZone must be an IANA time zone like America/New_York',
    'band.json, line 18: temporaryPassword: Password must be at least 8 characters',
    'songs.csv, line 3, column 4: rarity must be one of common, uncommon, rare, very_rare, debut',
    'songs.csv, line 3, column 6: timesPlayed must be a whole number from 0 to 100000',
    'shows.csv, line 2, column 9: time: Must be a time from 00:00 to 23:59',
    "setlists.csv, line 4, column 5: closer must be 'yes' or empty",
    'users.csv, line 2, column 2: username: Username must be at least 3 characters',
    'users.csv, line 3, column 2: username Admin is reserved',
  ]);
});
