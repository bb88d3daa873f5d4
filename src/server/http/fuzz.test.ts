import { eq, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Endpoint, type ErrorBody, errorBody } from '#contract/endpoint.ts';
import { REPORT_KINDS } from '#contract/reports.ts';
import { REQUEST_ID_HEADER } from '#contract/setlists.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import {
  arbitraryCall,
  buildCallUrl,
  expectReadableMessages,
  type Ids,
} from '../../../tests/support/fuzzed-calls.ts';
import {
  type Caller,
  openTestApp,
  signIn,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { openReceiver, type Receiver } from '../../../tests/support/webhook-receiver.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { scribes } from '../db/schema/scribes.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';

const endpoints = [...(await loadEndpoints())].map(([name, endpoint]) => [name, endpoint] as const);

const REQUESTS_PER_CALLER = 12;

const REQUEST_COUNTS: Record<Endpoint['who'], Record<'visitor' | 'fan' | 'admin', number>> = {
  anyone: {
    visitor: REQUESTS_PER_CALLER,
    fan: REQUESTS_PER_CALLER / 2,
    admin: REQUESTS_PER_CALLER / 2,
  },
  user: {
    visitor: REQUESTS_PER_CALLER / 4,
    fan: REQUESTS_PER_CALLER,
    admin: REQUESTS_PER_CALLER / 2,
  },
  scribe: {
    visitor: REQUESTS_PER_CALLER / 4,
    fan: REQUESTS_PER_CALLER / 4,
    admin: REQUESTS_PER_CALLER,
  },
  moderator: {
    visitor: REQUESTS_PER_CALLER / 4,
    fan: REQUESTS_PER_CALLER / 4,
    admin: REQUESTS_PER_CALLER,
  },
  admin: {
    visitor: REQUESTS_PER_CALLER / 4,
    fan: REQUESTS_PER_CALLER / 4,
    admin: REQUESTS_PER_CALLER,
  },
};

let app: TestApp;
let fan: Caller;
let ids: Ids;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  const webhookTargets = {
    mayConnect: (address: string) => address === '127.0.0.1',
    allowHttp: true,
    timeoutMs: 5_000,
  };
  app = await openTestApp({ webhookTargets });
  fan = await app.signUp('marigold');
  await createFixtures();
  await installChangeTriggers();
});
afterAll(async () => {
  await app.close();
  receiver.close();
});

beforeEach(async () => {
  const { admin, database } = app;
  await database.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.userId));
  for (const caller of [fan, app.admin])
    if ((await caller.get('/api/auth/user')).statusCode === 401) await signIn(caller);
  await takeChangedTables();
});

test('covers every endpoint of the contract', () => {
  expect(endpoints.length).toBeGreaterThan(40);
});

test.each(endpoints)(
  'returns a declared response, or an error without a change, for any input to %s',
  async (_, endpoint) => {
    const { admin, visitor } = app;
    const { who } = endpoint;
    const calls = arbitraryCall(endpoint, ids);
    for (const [name, caller] of Object.entries({ visitor, fan, admin }))
      await fc.assert(
        fc.asyncProperty(calls, async (call) => {
          const { payload, contentType, requestId } = call;
          const response = await app.fastify.inject({
            method: endpoint.method,
            url: buildCallUrl(endpoint, call),
            headers: {
              ...(caller.cookie && { cookie: caller.cookie }),
              ...(payload !== undefined && { 'content-type': contentType }),
              ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
            },
            ...(payload !== undefined && { payload }),
          });
          const changedTables = await takeChangedTables();
          if (response.statusCode < 400) return expectDeclared(endpoint, response);
          expect(response.statusCode, response.body).toBeLessThan(500);
          expect(errorBody.strict().parse(response.json()).statusCode).toBe(response.statusCode);
          expectReadableMessages(await removeNames(response.json()));
          expect(changedTables).toEqual([]);
        }),
        { numRuns: REQUEST_COUNTS[who][name as keyof typeof REQUEST_COUNTS.user] },
      );
  },
);

test.each(endpoints.filter(([, { method }]) => method === 'PATCH'))(
  'rejects an empty change to %s',
  async (_, { path, who }) => {
    const caller = who === 'user' ? fan : app.admin;
    const url = path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');
    const response = await caller.patch(url, {});
    expect(response.statusCode).toBe(400);
    expectReadableMessages(response.json());
  },
);

function expectDeclared({ status, returns, mayBeEmpty }: Endpoint, response: TestResponse): void {
  const { statusCode } = response;
  if (statusCode === 204) {
    expect(status === 204 || mayBeEmpty).toBe(true);
    expect(response.body).toBe('');
    return;
  }
  expect(status === 201 ? [200, 201] : [status]).toContain(statusCode);
  // `parse` strips undeclared fields, so they would make the objects differ.
  expect(returns?.parse(response.json())).toEqual(response.json());
}

async function removeNames(body: ErrorBody): Promise<ErrorBody> {
  if (body.statusCode !== 409 && body.statusCode !== 404) return body;
  const { rows } = await app.database.db.execute<{ name: string }>(
    sql`select username as name from users union select title from songs order by 1 desc`,
  );
  return {
    ...body,
    message: rows.reduce((text, { name }) => text.replace(name, 'Aha'), body.message),
  };
}

async function createFixtures(): Promise<void> {
  const tour = planTour(app);
  const { admin, database } = app;
  const songs = await tour.addSongs('Ember', 'Fathom', 'Gale');
  const [open, live, closed] = [await tour.addShow(), await tour.addShow(), await tour.addShow()];
  const predictions: string[] = [];
  for (const showId of [open, live, closed])
    predictions.push(await tour.addPrediction(fan.userId, showId, songs.slice(0, 2)));
  await tour.setStatus(live, 'live');
  await tour.play(closed, songs[0] ?? '');
  await tour.setStatus(closed, 'closed');
  const thread = { title: 'Openers', category: 'General', content: 'Which one?' };
  const { id } = (await fan.post('/api/forums/threads', thread)).json();
  await admin.post(`/api/forums/threads/${id}/posts`, { content: 'Ember' });
  const fields = { name: 'Rail riders', color: 'teal', isListed: true, startShowId: open };
  const league = (await fan.post('/api/leagues', fields)).json();
  await fan.post(`/api/leagues/${league.id}/posts`, { content: 'Ember' });
  const scribe = (await admin.post('/api/admin/scribes', { showId: open })).json();
  const { db } = database;
  const webhook = { url: receiver.url, events: ['show.live'] };
  const webhookId = (await admin.post('/api/admin/webhooks', webhook)).json().id;
  await admin.post(`/api/admin/webhooks/${webhookId}/test`);
  await admin.post(`/api/reports/thread/${id}`, { reason: 'spam' });
  const listIds = async (table: PgTable & { id: AnyPgColumn }) =>
    (await db.select({ id: table.id }).from(table)).map((row) => String(row.id));
  ids = {
    songs,
    shows: [open, live, closed],
    predictions,
    threads: [id],
    leagues: [league.id],
    invitations: [league.invitation],
    scribeInvitations: [scribe.invitation],
    webhooks: [webhookId],
    deliveries: await listIds(webhookDeliveries),
    reports: [...REPORT_KINDS, ...(await listIds(moderationCases))],
    posts: [...(await listIds(forumPosts)), ...(await listIds(leaguePosts))],
    setlist: await listIds(liveSetlistSongs),
    sessions: await listIds(sessions),
    scribes: await listIds(scribes),
    users: await listIds(users),
  };
}

/** Excludes `one_time_tokens`: the token of an emailed link is written after the response. */
async function installChangeTriggers(): Promise<void> {
  const { db } = app.database;
  await db.execute(sql`create unlogged table touched (name text)`);
  await db.execute(sql`create function note_touch() returns trigger language plpgsql as
    $$ begin insert into touched values (tg_table_name); return null; end $$`);
  await db.execute(sql`do $$ declare table_name text; begin
    for table_name in select tablename from pg_tables where schemaname = 'public' and tablename not in ('touched', 'one_time_tokens') loop
      execute format('create trigger note_touch after insert or update or delete on %I
        for each row execute function note_touch()', table_name);
    end loop; end $$`);
}

async function takeChangedTables(): Promise<string[]> {
  const { rows } = await app.database.db.execute<{ name: string }>(
    sql`with deleted as (delete from touched returning name) select distinct name from deleted`,
  );
  return rows.map(({ name }) => name);
}
