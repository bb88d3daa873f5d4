import { afterAll, expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { createLocalBus } from './bus.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

test('keeps the change and responds normally when a listener fails', async () => {
  const onFailure = vi.fn();
  const bus = createLocalBus(onFailure);
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const received: Change[] = [];
  bus.subscribe((changes) => received.push(...changes));
  const { admin, close } = await openTestApp({ bus });
  closing.push(close);
  received.length = 0;
  onFailure.mockClear();
  const response = await admin.post('/api/songs', { title: 'Ember' });
  expect(response.statusCode).toBe(201);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  const { id } = response.json();
  expect(received).toMatchObject([{ topic: 'catalogue', subjectId: id }, { topic: 'audit' }]);
  expect((await admin.get('/api/songs')).json()).toHaveLength(1);
});
