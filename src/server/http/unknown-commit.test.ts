import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { addShow } from '../../../tests/support/tour.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

test('shows a change whose commit succeeded although its connection broke', async () => {
  const { admin, database, close } = await openTestApp();
  closing.push(close);
  const show = await addShow(admin);
  const listStatuses = async () =>
    (await admin.get('/api/shows')).json().map(({ status }: { status: string }) => status);
  expect(await listStatuses()).toEqual(['open']);
  // Twice: a recent failure must not suppress the next.
  for (const status of ['live', 'closed']) {
    loseNextCommit(database.db.$client);
    const response = await admin.patch(`/api/shows/${show.id}/status`, { status });
    expect(response.statusCode).toBe(503);
    expect(await listStatuses()).toEqual([status]);
  }
});

function loseNextCommit(pool: pg.Pool): void {
  pool.once('acquire', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = (async (...args: unknown[]) => {
      const response = await query(...args);
      if (!JSON.stringify(args[0]).includes('commit')) return response;
      throw new Error('Connection terminated unexpectedly');
    }) as typeof client.query;
  });
}
