import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  affects,
  CHANGES_HEADER,
  type Change,
  type Concern,
  resolveConcerns,
  type Topic,
} from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { buildUrl } from '#contract/url.ts';
import { encodeForm } from '../../tests/support/archives.ts';
import { COARSE_TOPICS } from '../../tests/support/coarse-topics.ts';
import { buildParams, loadEndpoints } from '../../tests/support/every-call.ts';
import { planEveryWrite } from '../../tests/support/every-write.ts';
import { relayEvents } from '../../tests/support/relay-events.ts';
import { type Caller, openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestMailer } from '../../tests/support/test-mailer.ts';
import { hasNoEffect, type StepCall } from '../../tests/support/write-step.ts';
import { buildApp } from './app.ts';
import { loadBandPack } from './catalog/band-pack/band-pack.ts';
import { createLocalBus, EVERYTHING } from './changes/bus.ts';

/** Writes that replace everything invalidate everything, including what stayed the same. */
const REPLACES_ALL = new Set(['restoreBackup', 'emptyDemo']);

interface Snapshot {
  viewer: string;
  read: string;
  url: string;
  concerns: Concern[];
  response: string;
}

const bandPack = await loadSmallPack();
const endpoints = await loadEndpoints();
const writes = [...endpoints].filter(([, { method }]) => method !== 'GET').map(([name]) => name);
const reads = [...endpoints].filter(([, { method }]) => method === 'GET');

let app: TestApp;
/** A second server on the same database that forgets its cache before each read. */
let uncachedServer: FastifyInstance;
const uncachedBus = createLocalBus();
const bus = createLocalBus();
const published: Change[][] = [];
bus.subscribe((changes) => published.push([...changes]));
let viewers: Record<string, { caller: Caller; isAdmin: boolean }>;
let plan: Awaited<ReturnType<typeof planEveryWrite>>;
let snapshots: Map<string, Snapshot>;
const usedExceptions = new Set<string>();

beforeAll(async () => {
  const mailer = createTestMailer({ isConfigured: true });
  app = await openTestApp({ bus, bandPack, mailer });
  const { database, clock, backups } = app;
  const now = () => clock.now;
  const options = { db: database.db, bandPack, clock: now, backups, mailer };
  uncachedServer = await buildApp({ ...options, bus: uncachedBus });
  await uncachedServer.ready();
  plan = await planEveryWrite(app);
  viewers = {
    fan: { caller: plan.fan, isAdmin: false },
    bystander: { caller: plan.bystander, isAdmin: false },
    admin: { caller: app.admin, isAdmin: true },
  };
  snapshots = await readAll(app.fastify);
});
afterAll(async () => {
  await uncachedServer.close();
  await app.close();
});

const TWENTY_MINUTES = 1_200_000;

it('announces each change only to users whose responses it changed', {
  timeout: TWENTY_MINUTES,
}, async () => {
  const errors: string[] = [];
  for (const [write, description, buildRequest] of plan.steps) {
    // Not earlier than the real time, which backups use.
    app.clock.now = Math.max(app.clock.now + 1_000, Date.now());
    published.length = 0;
    const { by, inResponse } = await perform(write, await buildRequest());
    const report = (error: string) => errors.push(`${write} (${description}): ${error}`);
    if (hasNoEffect(description) && published.length > 0)
      report('announced although nothing changed');
    if (hasNoEffect(description)) continue;
    const announced = relayEvents(viewers, published);
    const nextSnapshots = await readAll(uncachedServer, announced);
    for (const [key, now] of nextSnapshots) {
      const previous = snapshots.get(key);
      if (!previous || !isFound(previous) || isRejected(now)) continue;
      const isOwn = viewers[now.viewer]?.caller === by;
      const announcements = {
        announced: announced.get(now.viewer) ?? [],
        inResponse: isOwn ? inResponse : undefined,
      };
      const isSame = previous.response === now.response;
      if (isSame && REPLACES_ALL.has(write)) continue;
      const error = isSame
        ? findNeedlessChange(now, announcements)
        : await findMissedChange(now, announcements);
      if (error) report(`${now.viewer}'s ${now.read} ${error}`);
    }
    snapshots = nextSnapshots;
  }
  expect(errors).toEqual([]);
  const declared = Object.entries(COARSE_TOPICS).flatMap(([topic, { reads }]) =>
    reads.map((read) => `${topic} ${read}`),
  );
  expect([...usedExceptions].toSorted(), 'every exception is needed').toEqual(declared.toSorted());
});

interface Announcements {
  announced: Concern[];
  /** Only for the viewer who wrote. */
  inResponse: Concern[] | undefined;
}

async function findMissedChange(
  now: Snapshot,
  { announced, inResponse }: Announcements,
): Promise<string | undefined> {
  if ((await read(app.fastify, now)) !== now.response) return 'is cached too long';
  if (listMatchingTopics(now, announced).length === 0) return 'changed without being announced';
  if (inResponse && listMatchingTopics(now, inResponse).length === 0)
    return 'is missing in the response';
  return undefined;
}

function findNeedlessChange(
  now: Snapshot,
  { announced, inResponse = [] }: Announcements,
): string | undefined {
  const topics = listMatchingTopics(now, [...announced, ...inResponse]);
  for (const topic of topics) usedExceptions.add(`${topic} ${now.read}`);
  const wrong = topics.filter((topic) => !COARSE_TOPICS[topic]?.reads.includes(now.read));
  return wrong.length > 0 ? `is unchanged but was announced by ${wrong}` : undefined;
}

async function perform(
  write: string,
  { caller: by, params, query, body, form, onResponse }: StepCall,
) {
  const endpoint = endpoints.get(write);
  if (!endpoint) throw new Error(`The contract has no ${write}`);
  const method = endpoint.method.toLowerCase() as 'post' | 'patch' | 'delete';
  const url = buildUrl(endpoint.path, { params, query });
  const payload = form ? await encodeForm(form) : { body, headers: {} };
  const response = await (method === 'delete'
    ? by.delete(url)
    : by[method](url, payload.body, payload.headers));
  if (response.statusCode >= 300)
    throw new Error(`${write}: ${response.statusCode} ${response.body}`);
  onResponse?.(response);
  const inResponse: Change[] = JSON.parse(String(response.headers[CHANGES_HEADER] ?? '[]'));
  return { by, inResponse };
}

/** Skips new responses that are not in `announced`, because they aren't compared. */
async function readAll(
  app: FastifyInstance,
  announced?: Map<string, Concern[]>,
): Promise<Map<string, Snapshot>> {
  if (app === uncachedServer) await uncachedBus.publish(EVERYTHING);
  const pending = Object.entries(viewers).flatMap(([viewer, { caller }]) =>
    reads.flatMap(([name, endpoint]) =>
      buildParams(endpoint, plan.subjects)
        .filter((params) => isRead(viewer, endpoint, params))
        .map(async (params): Promise<[string, Snapshot]> => {
          const url = buildUrl(endpoint.path, { params });
          const key = `${viewer} ${url}`;
          const previous = snapshots?.get(key);
          const changes = announced?.get(viewer) ?? [];
          if (previous && !isFound(previous) && listMatchingTopics(previous, changes).length === 0)
            return [key, previous];
          const concerns = resolveConcerns(endpoint, params, caller.userId);
          const response = await read(app, { viewer, url });
          return [key, { viewer, read: name, url, concerns, response }];
        }),
    ),
  );
  return new Map(await Promise.all(pending));
}

/** Skips rejected reads, and other viewers' reads that equal the fan's. */
function isRead(viewer: string, endpoint: Endpoint, params: Record<string, string>): boolean {
  if (endpoint.who !== 'anyone' && endpoint.who !== 'user') return viewer === 'admin';
  const resolveConcernsFor = (userId: string) =>
    JSON.stringify(resolveConcerns(endpoint, params, userId));
  return viewer === 'fan' || resolveConcernsFor('one') !== resolveConcernsFor('another');
}

async function read(app: FastifyInstance, { viewer, url }: Pick<Snapshot, 'viewer' | 'url'>) {
  const cookie = viewers[viewer]?.caller.cookie ?? '';
  const { statusCode, body, headers } = await app.inject({ url, headers: { cookie } });
  return `${statusCode} ${headers[TOTAL_COUNT_HEADER] ?? ''} ${body}`;
}

function isFound({ response }: Snapshot): boolean {
  return response.startsWith('20');
}

function isRejected({ response }: Snapshot): boolean {
  return /^40[13]/.test(response);
}

function listMatchingTopics({ concerns }: Snapshot, changes: readonly Concern[]): Topic[] {
  const matching = changes.filter((change) => concerns.some((concern) => affects(change, concern)));
  return [...new Set(matching.map(({ topic }) => topic))];
}

async function loadSmallPack() {
  const pack = await loadBandPack('bands/lantern');
  const songs = pack.songs.slice(0, 20);
  const keys = new Set(songs.map(({ key }) => key));
  const shows = pack.shows
    .slice(0, 2)
    .map((show) => ({ ...show, setlist: show.setlist.filter(({ song }) => keys.has(song)) }));
  const smallPack = { ...pack, songs, shows, users: pack.users.slice(0, 2) };
  return { band: pack.band, load: async () => smallPack };
}

it('covers every write of the contract', () => {
  const missingWrites = writes.filter((write) => !plan.steps.some(([name]) => name === write));
  expect(
    missingWrites,
    'Add these to tests/support/every-write.ts, with their caller and input',
  ).toEqual([]);
});
