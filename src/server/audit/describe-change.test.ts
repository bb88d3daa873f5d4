import { describe, expect, it } from 'vitest';
import { type DescribableRecord, describeChanges, describeSubject } from './describe-change.ts';

const titles = new Map([['ember', 'Ember']]);
const findTitle = (id: string) => titles.get(id);
const buildRecord = (fields: Partial<DescribableRecord>): DescribableRecord => ({
  ...{ subjectId: null, before: null, after: null, showName: null, username: null },
  ...fields,
});
const buildRow = (id: string, songId: string, position: number) => ({
  ...{ id, songId, position, showId: 'show', isCloser: false, notes: null, version: 3 },
});

describe('describeSubject', () => {
  it.each<[string, Partial<DescribableRecord>, string | null]>([
    [
      'names the song of a setlist row and the show',
      {
        subjectId: 'b',
        showName: 'Barn Night',
        after: [buildRow('a', 'gale', 1), buildRow('b', 'ember', 2)],
      },
      '“Ember” · Barn Night',
    ],
    [
      'marks a row whose song was deleted',
      { subjectId: 'b', showName: 'Barn Night', before: [buildRow('b', 'gone', 2)], after: [] },
      '“a song that was deleted” · Barn Night',
    ],
    [
      'names a deleted show',
      { before: { show: { name: 'Barn Night' }, setlist: [] } },
      'Barn Night',
    ],
    ['names a deleted song', { before: { song: { title: 'Gale' }, picks: [] } }, '“Gale”'],
    ['names a thread', { before: { thread: { title: 'Openers' } } }, '“Openers”'],
    ['quotes a post', { before: { content: 'Ember, of course' } }, '“Ember, of course”'],
    ['names a user', { username: 'Ada' }, 'Ada'],
    ['names a backup', { after: { name: 'nightly-1' } }, 'nightly-1'],
    ['returns null without a name', { after: { songs: { imported: 3 } } }, null],
  ])('%s', (_, fields, subjectName) => {
    expect(describeSubject(buildRecord(fields), findTitle)).toBe(subjectName);
  });
});

describe('describeChanges', () => {
  it("lists the fields of the subject's row that differ", () => {
    const before = [buildRow('a', 'gale', 1), buildRow('b', 'ember', 2)];
    const after = [
      buildRow('a', 'gale', 2),
      { ...buildRow('b', 'ember', 1), isCloser: true, version: 4 },
    ];
    expect(describeChanges(buildRecord({ subjectId: 'b', before, after }))).toEqual([
      { what: 'position', before: '2', after: '1' },
      { what: 'closer', before: 'no', after: 'yes' },
    ]);
  });

  it('lists removed fields and shows arrays as counts', () => {
    const before = { show: { id: 'x', name: 'Barn Night', detailsVersion: 2 }, setlist: [1, 2, 3] };
    expect(describeChanges(buildRecord({ before }))).toEqual([
      { what: 'show name', before: 'Barn Night', after: null },
      { what: 'setlist', before: '3', after: null },
    ]);
  });

  it('truncates long values and ignores values that are not objects', () => {
    const [change] = describeChanges(buildRecord({ after: { notes: 'x'.repeat(2_000) } }));
    expect(change?.after).toHaveLength(200);
    expect(describeChanges(buildRecord({ before: null, after: 'text' }))).toEqual([]);
  });
});
