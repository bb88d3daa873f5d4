import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { buildApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { type BackupsFolder, openBackupsFolder } from '#server/backups/backups-folder.ts';
import { openBandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { Database } from '#server/db/open.ts';
import { FIRST_ADMIN } from './template-database.ts';
import { openDatabaseWithAdmin } from './test-database.ts';
import { createTestMailer, type TestMailer } from './test-mailer.ts';

export interface TestApp {
  fastify: FastifyInstance;
  database: Database;
  backups: BackupsFolder;
  clock: { now: number };
  visitor: Caller;
  signUp(username: string): Promise<Caller>;
  mailer: TestMailer;
  admin: Caller;
  /** Shares the database, but no bus. Closes with this one. */
  openAnother(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

export interface Caller {
  userId: string;
  email: string;
  password: string;
  cookie: string | undefined;
  get(url: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  patch(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  delete(url: string, headers?: Record<string, string>): Promise<TestResponse>;
}

export type TestResponse = LightMyRequestResponse;

const { password: PASSWORD } = FIRST_ADMIN;
const defaultPack = openBandPack('bands/lantern');

/** Opens the whole server in process, with its own database and one administrator. */
export async function openTestApp(
  options: Partial<AppOptions> = {},
  openDatabase = openDatabaseWithAdmin,
): Promise<TestApp> {
  const database = await openDatabase();
  const bandPack = await defaultPack;
  if (openDatabase !== openDatabaseWithAdmin) await createFirstAdmin(database.db, FIRST_ADMIN);
  const clock = { now: Date.now() };
  const dataDir = await mkdtemp(join(tmpdir(), 'called-it-app-'));
  const backups = options.backups ?? openBackupsFolder(dataDir);
  const mailer =
    (options.mailer as TestMailer | undefined) ?? createTestMailer({ isConfigured: false });
  const services = { db: database.db, bandPack, clock: () => clock.now, mailer };
  const appOptions = { ...services, backups };
  const openApp = async () => {
    const fastify = await buildApp({ ...appOptions, ...options });
    await fastify.ready();
    return fastify;
  };
  const fastify = await openApp();
  const otherApps: FastifyInstance[] = [];
  const admin = createCaller(fastify, FIRST_ADMIN);
  await signIn(admin);
  return {
    fastify,
    database,
    backups,
    clock,
    mailer,
    admin,
    visitor: createCaller(fastify, { email: '', password: '' }),
    async signUp(username) {
      const email = `${username.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}@example.com`;
      const caller = createCaller(fastify, { email, password: PASSWORD });
      const body = { email, username, password: PASSWORD };
      const response = await caller.post('/api/auth/register', body);
      if (response.statusCode !== 201) throw new Error(`Sign-up failed: ${response.body}`);
      caller.userId = response.json().id;
      return caller;
    },
    async openAnother() {
      const other = await openApp();
      otherApps.push(other);
      return other;
    },
    async close() {
      for (const instance of [fastify, ...otherApps]) await instance.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function signIn(caller: Caller): Promise<void> {
  const { email, password } = caller;
  const response = await caller.post('/api/auth/login', { email, password });
  if (response.statusCode !== 200) throw new Error(`Sign-in failed: ${response.body}`);
  caller.userId = response.json().id;
}

export function createCaller(
  fastify: FastifyInstance,
  { email, password }: { email: string; password: string },
): Caller {
  const send = async (
    method: InjectOptions['method'] & string,
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const response = await fastify.inject({
      method: method as 'GET',
      url,
      headers: { ...(caller.cookie && { cookie: caller.cookie }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const [setCookie] = response.cookies;
    if (setCookie)
      caller.cookie = setCookie.value ? `${setCookie.name}=${setCookie.value}` : undefined;
    return response;
  };
  const caller: Caller = {
    userId: '',
    cookie: undefined,
    email,
    password,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    patch: (url, body, headers) => send('PATCH', url, body, headers),
    delete: (url, headers) => send('DELETE', url, undefined, headers),
  };
  return caller;
}
