import { expect, test } from 'vitest';
import { detectKind, KIND_CHARACTERS } from './import-kinds.ts';

test.each([
  ['{"itemsPerPage":20}', 'setlistfm'],
  ['\ufeff\n {"setlist" : []}', 'setlistfm'],
  ['{"eventDate":"04-07-1998"}', 'setlistfm'],
  ['{"error":false,"error_message":"","data":[]}', 'songfish'],
  ['{"showdate"\t: "1998-07-04"}', 'songfish'],
  ['{"date":"1998-07-04","songs":[]}', 'shows'],
  ['{"date" : "1998-07-04"}', 'shows'],
  ['{"setlist":[],"showdate":"1998-07-04","date":"1998-07-04"}', 'setlistfm'],
  ['{"showdate":"1998-07-04","date":"1998-07-04"}', 'songfish'],
  ['{"date":"04-07-1998"}', undefined],
  ['{"date":"11998-07-04"}', undefined],
  ['{"title":"setlist"}', undefined],
  ['[{"date":"1998-07-04"}]', undefined],
  ['date,venue\n{"date":"1998-07-04"}', undefined],
  ['key,title,album\n', 'pack'],
  ['\ufeff"key";"name"\r\n', 'pack'],
  ['show\tposition', 'pack'],
  ['key,position', undefined],
  ['email,username', undefined],
  ['', undefined],
])('recognizes %s as %s', (text, kind) => {
  expect(detectKind(text)).toBe(kind);
});

test('examines only the start of a file', () => {
  const place = (characters: number) => `{"a":"${' '.repeat(characters)}","itemsPerPage":20}`;
  const rest = place(0).length - 1;
  expect(detectKind(place(KIND_CHARACTERS - rest))).toBe('setlistfm');
  expect(detectKind(place(KIND_CHARACTERS))).toBeUndefined();
});
