import { desc } from 'drizzle-orm';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { Change, Topic } from '#contract/freshness.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { createShow, Show, ShowStatus } from '#contract/shows.ts';
import type { createSong, Song } from '#contract/songs.ts';
import { type Bus, createLocalBus } from '#server/changes/bus.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** Adds a show through the API, by default next week. */
export async function addShow(
  admin: Caller,
  fields: Partial<BodyInputOf<typeof createShow>> = {},
): Promise<Show> {
  const date = new Date(Date.now() + 7 * DAY).toISOString();
  const body = { name: 'The Foundry', city: 'Duluth', state: 'MN', date, ...fields };
  return ok(await admin.post('/api/shows', body)).json();
}

export async function addSong(
  admin: Caller,
  title: string,
  fields: Partial<BodyInputOf<typeof createSong>> = {},
): Promise<Song> {
  return ok(await admin.post('/api/songs', { title, ...fields })).json();
}

/** Adds a song per title. */
export async function addSongs<const T extends readonly string[]>(
  admin: Caller,
  ...titles: T
): Promise<{ [K in keyof T]: Song }> {
  const songs: Song[] = [];
  for (const title of titles) songs.push(await addSong(admin, title));
  return songs as { [K in keyof T]: Song };
}

export async function setStatus(admin: Caller, showId: string, status: ShowStatus): Promise<void> {
  ok(await admin.patch(`/api/shows/${showId}/status`, { status }));
}

/** Adds songs to the end of the setlist. */
export async function play<const T extends readonly Pick<Song, 'id'>[]>(
  admin: Caller,
  showId: string,
  ...songs: T
): Promise<{ [K in keyof T]: SetlistEntry }> {
  const rows: SetlistEntry[] = [];
  for (const { id: songId } of songs)
    rows.push(ok(await admin.post(`/api/shows/${showId}/setlist`, { songId })).json());
  return rows as { [K in keyof T]: SetlistEntry };
}

/** Returns a successful response. @throws Error for any other */
export function ok(answer: Answer): Answer {
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer;
}

/** The latest record of the audit log. */
export async function lastAuditRecord({ database: { db } }: TestApp) {
  const [record] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return record;
}

/** A bus that records published changes. Empty `changes` to start over. */
export function createRecordingBus(): Bus & { changes: Change[] } {
  const bus = createLocalBus();
  const changes: Change[] = [];
  // Nearly every change also has the topic `audit`, which `freshness.test.ts` covers.
  bus.subscribe((published) => changes.push(...published.filter(({ topic }) => topic !== 'audit')));
  return { ...bus, changes };
}

/** Changes of whole topics, for tests that write to the database directly. */
export function changesOf(...topics: Topic[]): Change[] {
  return topics.map((topic) => ({ topic, subjectId: null, version: 0 }));
}
