import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  CHANGES_HEADER,
  type Change,
  type Concern,
  concernsOf,
  type Topic,
  touches,
} from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { urlOf } from '#contract/url.ts';
import { multipartOf } from '../../tests/support/archives.ts';
import { COARSE_TOPICS } from '../../tests/support/coarse-topics.ts';
import { contractEndpoints, paramsOf } from '../../tests/support/every-call.ts';
import { planEveryWrite } from '../../tests/support/every-write.ts';
import { createMailbox } from '../../tests/support/mailbox.ts';
import { relayEvents } from '../../tests/support/relay-events.ts';
import { type Caller, openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { isRepeated, type StepCall } from '../../tests/support/write-step.ts';
import { buildApp } from './app.ts';
import { loadBandPack } from './catalogue/band-pack/band-pack.ts';
import { createLocalBus, EVERYTHING } from './changes/bus.ts';

/** Writes that replace everything invalidate everything, including what stayed the same. */
const REPLACES_ALL = new Set(['restoreBackup', 'emptyDemo']);

/** A response as a viewer received it, with what it depends on. */
interface Snapshot {
  viewer: string;
  read: string;
  url: string;
  concerns: Concern[];
  answer: string;
}

const bandPack = await smallPack();
const endpoints = await contractEndpoints();
const writes = [...endpoints].filter(([, { method }]) => method !== 'GET').map(([name]) => name);
const reads = [...endpoints].filter(([, { method }]) => method === 'GET');

let test: TestApp;
/** A second server on the same database that forgets its cache before each read. */
let truth: FastifyInstance;
const truthBus = createLocalBus();
const bus = createLocalBus();
const published: Change[][] = [];
bus.subscribe((changes) => published.push([...changes]));
let viewers: Record<string, { caller: Caller; isAdmin: boolean }>;
let plan: Awaited<ReturnType<typeof planEveryWrite>>;
let snapshots: Map<string, Snapshot>;
const usedCoarse = new Set<string>();

beforeAll(async () => {
  const mailer = createMailbox({ sendsMail: true });
  test = await openTestApp({ bus, bandPack, mailer });
  const { database, clock, backups } = test;
  const now = () => clock.now;
  const own = { db: database.db, bandPack, clock: now, backups, mailer };
  truth = await buildApp({ ...own, bus: truthBus });
  await truth.ready();
  plan = await planEveryWrite(test);
  viewers = {
    fan: { caller: plan.fan, isAdmin: false },
    bystander: { caller: plan.bystander, isAdmin: false },
    admin: { caller: test.admin, isAdmin: true },
  };
  snapshots = await readAll(test.app);
});
afterAll(async () => {
  await truth.close();
  await test.close();
});

it('announces each change to everyone whose responses it changed, and to no one else', async () => {
  const faults: string[] = [];
  for (const [write, description, buildRequest] of plan.steps) {
    test.clock.now += 1_000;
    published.length = 0;
    const { by, inAnswer } = await perform(write, await buildRequest());
    const note = (fault: string) => faults.push(`${write} (${description}): ${fault}`);
    if (isRepeated(description) && published.length > 0) note('announced although nothing changed');
    if (isRepeated(description)) continue;
    const announced = relayEvents(viewers, published);
    const after = await readAll(truth);
    for (const [key, now] of after) {
      const before = snapshots.get(key);
      if (!before?.answer.startsWith('20') || isRefused(now)) continue;
      const isOwn = viewers[now.viewer]?.caller === by;
      const announcements = {
        announced: announced.get(now.viewer) ?? [],
        inAnswer: isOwn ? inAnswer : undefined,
      };
      const isSame = before.answer === now.answer;
      if (isSame && REPLACES_ALL.has(write)) continue;
      const fault = isSame
        ? needlessChange(now, announcements)
        : await missedChange(now, announcements);
      if (fault) note(`${now.viewer}'s ${now.read} ${fault}`);
    }
    snapshots = after;
  }
  expect(faults).toEqual([]);
  const stated = Object.entries(COARSE_TOPICS).flatMap(([topic, { reads }]) =>
    reads.map((read) => `${topic} ${read}`),
  );
  expect([...usedCoarse].toSorted(), 'every exception is needed').toEqual(stated.toSorted());
});

interface Announcements {
  announced: Concern[];
  /** For the viewer who wrote: the changes in the response. */
  inAnswer: Concern[] | undefined;
}

async function missedChange(
  now: Snapshot,
  { announced, inAnswer }: Announcements,
): Promise<string | undefined> {
  if ((await read(test.app, now)) !== now.answer) return 'is cached too long';
  if (topicsNaming(now, announced).length === 0) return 'changed without being announced';
  if (inAnswer && topicsNaming(now, inAnswer).length === 0) return 'is missing in the response';
  return undefined;
}

function needlessChange(
  now: Snapshot,
  { announced, inAnswer = [] }: Announcements,
): string | undefined {
  const topics = topicsNaming(now, [...announced, ...inAnswer]);
  for (const topic of topics) usedCoarse.add(`${topic} ${now.read}`);
  const wrong = topics.filter((topic) => !COARSE_TOPICS[topic]?.reads.includes(now.read));
  return wrong.length > 0 ? `is unchanged but was announced by ${wrong}` : undefined;
}

async function perform(write: string, { by, params, query, body, form, keep }: StepCall) {
  const endpoint = endpoints.get(write);
  if (!endpoint) throw new Error(`The contract has no ${write}`);
  const method = endpoint.method.toLowerCase() as 'post' | 'patch' | 'delete';
  const url = urlOf(endpoint.path, { params, query });
  const sent = form ? await multipartOf(form) : { body, headers: {} };
  const answer = await (method === 'delete'
    ? by.delete(url)
    : by[method](url, sent.body, sent.headers));
  if (answer.statusCode >= 300) throw new Error(`${write}: ${answer.statusCode} ${answer.body}`);
  keep?.(answer);
  const inAnswer: Change[] = JSON.parse(String(answer.headers[CHANGES_HEADER] ?? '[]'));
  return { by, inAnswer };
}

async function readAll(app: FastifyInstance): Promise<Map<string, Snapshot>> {
  if (app === truth) await truthBus.publish(EVERYTHING);
  const pending = Object.entries(viewers).flatMap(([viewer, { caller }]) =>
    reads.flatMap(([name, endpoint]) =>
      paramsOf(endpoint, plan.subjects)
        .filter((params) => isRead(viewer, endpoint, params))
        .map(async (params): Promise<[string, Snapshot]> => {
          const url = urlOf(endpoint.path, { params });
          const concerns = concernsOf(endpoint, params, caller.userId);
          const answer = await read(app, { viewer, url });
          return [`${viewer} ${url}`, { viewer, read: name, url, concerns, answer }];
        }),
    ),
  );
  return new Map(await Promise.all(pending));
}

/** Skips reads that are refused, and the bystander's reads that equal the fan's. */
function isRead(viewer: string, endpoint: Endpoint, params: Record<string, string>): boolean {
  if (endpoint.who === 'admin') return viewer === 'admin';
  const concernsFor = (userId: string) => JSON.stringify(concernsOf(endpoint, params, userId));
  return viewer !== 'bystander' || concernsFor('one') !== concernsFor('another');
}

async function read(app: FastifyInstance, { viewer, url }: Pick<Snapshot, 'viewer' | 'url'>) {
  const cookie = viewers[viewer]?.caller.cookie ?? '';
  const { statusCode, body, headers } = await app.inject({ url, headers: { cookie } });
  return `${statusCode} ${headers[TOTAL_COUNT_HEADER] ?? ''} ${body}`;
}

/** A viewer who lost access is informed by the closed socket instead. */
function isRefused({ answer }: Snapshot): boolean {
  return /^40[13]/.test(answer);
}

function topicsNaming({ concerns }: Snapshot, changes: readonly Concern[]): Topic[] {
  const naming = changes.filter((change) => concerns.some((concern) => touches(change, concern)));
  return [...new Set(naming.map(({ topic }) => topic))];
}

/** A small pack, only large enough to change something. */
async function smallPack() {
  const pack = await loadBandPack('bands/lantern');
  const songs = pack.songs.slice(0, 20);
  const keys = new Set(songs.map(({ key }) => key));
  const shows = pack.shows
    .slice(0, 2)
    .map((show) => ({ ...show, setlist: show.setlist.filter(({ song }) => keys.has(song)) }));
  return { ...pack, songs, shows, users: pack.users.slice(0, 2) };
}

it('covers every write of the contract', () => {
  const missing = writes.filter((write) => !plan.steps.some(([name]) => name === write));
  expect(missing, 'Say in tests/support/every-write.ts who calls these, and with what').toEqual([]);
});
