import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projectFile } from '../project-files.ts';
import { planShows, type Residency, readResidency } from './residency.ts';

const residency = (await readResidency(fileURLToPath(projectFile('bands/lantern')))) as Residency;

it('plans the show of the current hour and of the next six, named by local time', () => {
  const planned = planShows(residency, 'The Band', Date.parse('2026-11-27T02:59:59Z'));
  expect(planned.map(({ name }) => name.replace('The Salt Ferry, ', ''))).toEqual([
    ...['9 pm crossing', '10 pm crossing', '11 pm crossing', 'midnight crossing'],
    ...['1 am crossing', '2 am crossing', '3 am crossing'],
  ]);
  expect(planned[0]).toMatchObject({
    importKey: 'the-band:ferry-2026-11-27T02',
    date: new Date('2026-11-27T02:00:00Z'),
    locksAt: new Date('2026-11-27T01:55:00Z'),
  });
  const [noon] = planShows(residency, 'The Band', Date.parse('2026-07-04T16:20:00Z'));
  expect(noon?.name).toBe('The Salt Ferry, noon crossing');
});

it('gives a show the same ID whenever it is planned', () => {
  const [, next] = planShows(residency, 'The Band', Date.parse('2026-11-27T02:00:00Z'));
  const [current] = planShows(residency, 'The Band', Date.parse('2026-11-27T03:30:00Z'));
  expect(current).toEqual(next);
});

it('returns undefined for packs without a residency', async () => {
  expect(await readResidency(tmpdir())).toBe(undefined);
});
