import { describe, expect, it } from 'vitest';
import { describeChanges, describeSubject, type Recorded } from './describe-change.ts';

const titles = new Map([['ember', 'Ember']]);
const titleOf = (id: string) => titles.get(id);
const record = (facts: Partial<Recorded>): Recorded => ({
  ...{ subjectId: null, before: null, after: null, showName: null, username: null },
  ...facts,
});
const row = (id: string, songId: string, position: number) => ({
  ...{ id, songId, position, showId: 'show', isCloser: false, notes: null, version: 3 },
});

describe('a record is about', () => {
  it.each<[string, Partial<Recorded>, string | null]>([
    [
      'the song of a setlist’s row, and the show',
      {
        subjectId: 'b',
        showName: 'Barn Night',
        after: [row('a', 'gale', 1), row('b', 'ember', 2)],
      },
      '“Ember” · Barn Night',
    ],
    [
      'a row whose song is gone',
      { subjectId: 'b', showName: 'Barn Night', before: [row('b', 'gone', 2)], after: [] },
      '“a song that was deleted” · Barn Night',
    ],
    [
      'a show that is gone',
      { before: { show: { name: 'Barn Night' }, setlist: [] } },
      'Barn Night',
    ],
    ['a song that is gone', { before: { song: { title: 'Gale' }, picks: [] } }, '“Gale”'],
    ['a thread', { before: { thread: { title: 'Openers' } } }, '“Openers”'],
    ['a post', { before: { content: 'Ember, of course' } }, '“Ember, of course”'],
    ['a user', { username: 'Ada' }, 'Ada'],
    ['a backup', { after: { name: 'nightly-1' } }, 'nightly-1'],
    ['nothing that has a name', { after: { songs: { imported: 3 } } }, null],
  ])('%s', (_, facts, about) => {
    expect(describeSubject(record(facts), titleOf)).toBe(about);
  });
});

describe('its changes are', () => {
  it('the fields that differ, of the row that it is about', () => {
    const before = [row('a', 'gale', 1), row('b', 'ember', 2)];
    const after = [row('a', 'gale', 2), { ...row('b', 'ember', 1), isCloser: true, version: 4 }];
    expect(describeChanges(record({ subjectId: 'b', before, after }))).toEqual([
      { what: 'position', before: '2', after: '1' },
      { what: 'closer', before: 'no', after: 'yes' },
    ]);
  });

  it('what was and is no more, with lists as counts', () => {
    const before = { show: { id: 'x', name: 'Barn Night', detailsVersion: 2 }, setlist: [1, 2, 3] };
    expect(describeChanges(record({ before }))).toEqual([
      { what: 'show name', before: 'Barn Night', after: null },
      { what: 'setlist', before: '3', after: null },
    ]);
  });

  it('cut where they are long, and none where nothing was told', () => {
    const [change] = describeChanges(record({ after: { notes: 'x'.repeat(2_000) } }));
    expect(change?.after).toHaveLength(200);
    expect(describeChanges(record({ before: null, after: 'text' }))).toEqual([]);
  });
});
