import { expect, test } from 'vitest';
import {
  fishAnswer,
  fishRow,
  fmPage,
  fmSetlist,
  readSaved as read,
  showLine,
} from '../../../tests/support/archives.ts';
import type { Wanted } from './open-archive.ts';

test.each([
  [
    'setlistfm',
    '<html>Sorry</html>',
    'file 1: this is no JSON: “<html>Sorry</html>…”. Files before',
  ],
  ['setlistfm', '', 'file 1: this is empty. '],
  ['setlistfm', '{"code":403,"status":"Forbidden","message":"x"}', 'file 1: itemsPerPage: '],
  [
    'setlistfm',
    fmPage([fmSetlist({ eventDate: '2019-05-08' })]),
    'file 1, setlist 1: eventDate: must look like 27-04-2025. ',
  ],
  [
    'setlistfm',
    fmPage([fmSetlist({ eventDate: '31-02-2019' })]),
    'eventDate: is no day of the calendar',
  ],
  [
    'songfish',
    '{"error":true,"error_message":"No such method","data":[]}',
    'the site says “No such method”',
  ],
  [
    'songfish',
    fishAnswer([fishRow(), fishRow({ position: 'x' })]),
    'file 1, row 2: position: must be a whole number',
  ],
  ['shows', `${showLine()}\n{"id": 1,`, 'file 1, line 2: this is no JSON'],
  [
    'shows',
    showLine({ date: '8 May' }),
    'file 1, line 1: date: must look like 1977-05-08. Nothing of this file was imported.',
  ],
  [
    'shows',
    [showLine({ id: 'x' }), showLine({ id: 'y' }), '', showLine({ id: 'x', order: 1 })].join('\n'),
    'file 1, line 4: line 1 has the id “x” too. Nothing of this file was imported. Mend the line',
  ],
  ['shows', Uint8Array.of(0x1f, 0x8b, 1), 'file 1: this is neither text nor a whole gzip file'],
] as const)('a broken answer of %s says what and where (%#)', async (kind, text, sentence) => {
  await expect(read({ kind, site: 'lanterns.example' } as Wanted, text)).rejects.toThrow(sentence);
});
