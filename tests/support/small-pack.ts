import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';

export const SMALL_PACK = {
  'band.json': `{
  "productName": "Test It",
  "bandName": "The Testers",
  "tagline": "We test.",
  "gameTagline": "The setlist game of Testers fans",
  "officialLinks": [{ "label": "Site", "url": "https://testers.example/" }],
  "socialLinks": [
    { "network": "One", "label": "@testers", "url": "https://one.example/testers" },
    { "network": "Two", "label": "@testers", "url": "https://two.example/testers" },
    { "network": "Three", "label": "@testers", "url": "https://three.example/testers" }
  ],
  "fanSpotlight": [{ "title": "A", "text": "B", "label": "C", "url": "https://fans.example/" }],
  "contactEmail": "hello@testers.example",
  "donationEmail": "donate@testers.example",
  "bugReportEmail": "bugs@testers.example",
  "defaultCountry": "USA",
  "timeZone": "America/New_York",
  "temporaryPassword": "lanterns"
}
`,
  'songs.csv': `key,title,album,rarity,category,timesPlayed,firstPlayedDay,lastPlayedDay,averagePosition
lamp,"Lamp, Lit",Wicks,debut,studio,0,,,
moth,Moth,,rare,,12,-900,-500,12.50
`,
  'shows.csv': `key,name,venue,city,state,country,timeZone,day,time,tourName
hall,Night of Tests,Test Hall,Albany,NY,,,-40,19:30,Test Tour
fair,The Fair,,Cork,,Ireland,Europe/Dublin,1,21:15,
`,
  'setlists.csv': `show,position,song,set,closer,minutes,notes
hall,1,lamp,Set 1,,9,"Slow
start"
hall,2,moth,,yes,20,
`,
  'users.csv': `email,username,favoriteSong,homeVenue
a@example.org,Ada,"Lamp, Lit",Test Hall
b@example.org,Béa,,
`,
};
type FileName = keyof typeof SMALL_PACK;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** The folder is removed after the test. */
export async function writePack(overrides: Partial<Record<FileName, string | Buffer>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'band-pack-'));
  folders.push(folder);
  for (const [name, content] of Object.entries({ ...SMALL_PACK, ...overrides }))
    await writeFile(join(folder, name), content);
  return folder;
}

export function createTwoSongPack({ band, temporaryPassword }: BandPack): BandPack {
  const song = { album: 'First', rarity: 'common' as const, category: 'studio' };
  const unplayed = { timesPlayed: 0, firstPlayed: null, lastPlayed: null };
  const show = { venue: null, city: 'Troy', state: 'NY', country: 'USA', tourName: null };
  const plain = { isCloser: false, notes: null, segue: false, breakAfter: null };
  const row = { ...plain, setLabel: 'Set 1' };
  const schedule = { timeZone: 'America/New_York', time: '20:00', status: null, locksBefore: null };
  return {
    band,
    temporaryPassword,
    users: [],
    sources: [],
    songs: [
      {
        ...song,
        key: 'one',
        title: 'One',
        timesPlayed: 2,
        firstPlayed: -900,
        lastPlayed: -400,
        averagePosition: '5.00',
      },
      { ...song, ...unplayed, key: 'two', title: 'Two', averagePosition: null },
    ],
    shows: [
      {
        ...show,
        ...schedule,
        key: 'past',
        name: 'Past',
        day: -10,
        setlist: [
          { ...row, position: 1, song: 'one', minutes: 0 },
          { ...row, position: 2, song: 'two', minutes: 7, notes: 'slow' },
          { ...row, position: 3, song: 'one', minutes: null, setLabel: 'Encore', isCloser: true },
        ],
      },
      { ...show, ...schedule, key: 'next', name: 'Next', day: 10, setlist: [] },
    ],
  };
}
