import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/setlists.ts';
import { hashPassword } from '#server/accounts/sign-in/passwords.ts';
import { buildApp } from '#server/app.ts';
import { openBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { createLocalBus, EVERYTHING } from '#server/changes/bus.ts';
import type { Db } from '#server/db/open.ts';
import { openUrl } from '#server/db/open.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { hashToken } from '#server/random-token.ts';
import type { ChangeEvent } from './model/events.ts';
import { LIMITS } from './model/leagues/limits.ts';
import type { Call } from './model/requests.ts';
import { listActors, type Tour } from './model/tour.ts';
import { interceptQueries, type Traffic } from './queries.ts';
import { seedWorld } from './seed-world.ts';

export interface ApiResponse {
  status: number;
  body: unknown;
  /** The ID of a setlist change, which an undo can name. 0 if there is none. */
  changeId: number;
}

export interface World {
  reset(tour: Tour): Promise<void>;
  setClock(now: number): void;
  /** `name` is the caller's ID for the request, used to repeat it. */
  call(actor: number, call: Call, name?: string): Promise<ApiResponse>;
  signIn(userId: string, actor: number): Promise<void>;
  restart(): Promise<void>;
  /** While it is set, `traffic` controls every query. */
  setTraffic(traffic: Traffic | undefined): void;
  /** Resolves once the database has ended a broken connection's session, including its work. */
  waitForSessionEnd(processId: number): Promise<void>;
  takeEvents(): ChangeEvent[];
  listBrokenInvariants(): Promise<string[]>;
  close(): Promise<void>;
}

const PASSWORD = 'correct horse battery';

export async function openWorld(databaseUrl: string): Promise<World> {
  const database = await openUrl(databaseUrl, 6);
  const { db } = database;
  // The story's clock may be behind the database's, and posts must be newer than their show.
  await db.execute(sql`alter table shows alter column created_at set default to_timestamp(0)`);
  const bandPack = await openBandPack('bands/lantern');
  const password = await hashPassword(PASSWORD);
  const { setTraffic } = interceptQueries(db.$client);
  let now = 0;
  let events: ChangeEvent[] = [];
  let bus = createLocalBus();
  let app = await start();
  const cookies: string[] = [];

  return {
    async reset(tour) {
      now = tour.now;
      cookies.length = 0;
      await deleteAllRows(db);
      await seedWorld(db, tour, password);
      for (const actor of listActors(tour))
        cookies[actor] = await createSession(db, tour.people[actor]?.userId ?? '', now);
      await bus.publish(EVERYTHING);
    },
    async signIn(userId, actor) {
      await db.delete(sessions).where(eq(sessions.userId, userId));
      cookies[actor] = await createSession(db, userId, now);
    },
    async restart() {
      await app.close();
      bus = createLocalBus();
      app = await start();
    },
    setTraffic,
    async waitForSessionEnd(processId) {
      const session = sql`select from pg_stat_activity where pid = ${processId}`;
      while ((await db.execute(session)).rows.length > 0) await sleep(2);
    },
    takeEvents() {
      const takenEvents = events;
      events = [];
      return takenEvents;
    },
    setClock(time) {
      now = time;
    },
    async call(actor, { method, url, body }, name) {
      const cookie = cookies[actor];
      const headers = { ...(cookie && { cookie }), ...(name && { [REQUEST_ID_HEADER]: name }) };
      const payload = body === undefined ? {} : { payload: body };
      const response = await app.inject({ method, url, headers, ...payload });
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        body: isJson ? response.json() : undefined,
        changeId: Number(response.headers['x-change-id'] ?? 0),
      };
    },
    async listBrokenInvariants() {
      const results = await checkInvariants(db);
      return results
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => `${name}: ${JSON.stringify(rows)}`);
    },
    async close() {
      await app.close();
      await database.close();
    },
  };

  async function start(): Promise<FastifyInstance> {
    bus.subscribe((changes) => events.push(...changes));
    const instance = await buildApp({ db, bandPack, bus, clock: () => now, leagueLimits: LIMITS });
    await instance.ready();
    return instance;
  }
}

/** For small tables, truncating takes twenty times as long as deleting. */
async function deleteAllRows(db: Db): Promise<void> {
  await db.execute(sql`
    delete from shows; delete from songs; delete from forum_threads; delete from audit_log;
    delete from users`);
}

async function createSession(db: Db, userId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = new Date(now);
  const timestamps = { createdAt, lastSeenAt: createdAt };
  await db
    .insert(sessions)
    .values({ id: randomUUID(), tokenHash: hashToken(token), userId, ...timestamps });
  return `called_it_session=${token}`;
}
