import { afterAll, expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { createLocalBus } from './bus.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

test('a listener that fails undoes no change, and whoever made it is answered', async () => {
  const onFailure = vi.fn();
  const bus = createLocalBus(onFailure);
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const heard: Change[] = [];
  bus.subscribe((changes) => heard.push(...changes));
  const { admin, close } = await openTestApp({ bus });
  closing.push(close);
  heard.length = 0;
  onFailure.mockClear();
  const answer = await admin.post('/api/songs', { title: 'Ember' });
  expect(answer.statusCode).toBe(201);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  const { id } = answer.json();
  expect(heard).toMatchObject([{ topic: 'catalogue', subjectId: id }, { topic: 'audit' }]);
  // What is remembered of the list is made anew.
  expect((await admin.get('/api/songs')).json()).toHaveLength(1);
});
