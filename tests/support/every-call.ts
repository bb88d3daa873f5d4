import { readdir } from 'node:fs/promises';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Subjects } from './season.ts';

const CONTRACT = new URL('../../src/contract/', import.meta.url);

export async function loadEndpoints(): Promise<Map<string, Endpoint>> {
  const files = (await readdir(CONTRACT)).filter((file) => /^[\w-]+\.ts$/.test(file));
  const modules: object[] = await Promise.all(
    files.map((file) => import(new URL(file, CONTRACT).href)),
  );
  const exports = modules.flatMap((module): [string, unknown][] => Object.entries(module));
  return new Map(exports.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'who' in value;
}

export function buildParams({ path }: Endpoint, subjects: Subjects): Record<string, string>[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const kinds = Object.entries(SUBJECTS).find(([start]) => path.startsWith(start))?.[1];
  if (names.length > 0 && kinds?.length !== names.length)
    throw new Error(`Add the subjects of ${path} to SUBJECTS`);
  return names.reduce<Record<string, string>[]>(
    (all, name, n) => {
      const values = subjects[kinds?.[n] ?? 'shows'];
      return all.flatMap((params) => values.map((value) => ({ ...params, [name]: value })));
    },
    [{}],
  );
}

const SUBJECTS: Record<string, (keyof Subjects)[]> = {
  '/api/shows/{id}': ['shows'],
  '/api/next-sheet/{id}': ['shows'],
  '/api/leaderboard/show/{id}': ['shows'],
  '/api/fans/{username}/shows/{id}': ['fans', 'shows'],
  '/api/fans/{username}': ['fans'],
  '/api/songs/{id}': ['songs'],
  '/api/predictions/{id}': ['predictions'],
  '/api/forums/threads/{id}': ['threads'],
  '/api/leagues/{id}': ['leagues'],
  '/api/invitations/{invitation}': ['invitations'],
  '/api/scribe-invitations/{invitation}': ['scribeInvitations'],
  '/api/admin/backups/{name}': ['backups'],
  '/api/admin/webhooks/{id}': ['webhooks'],
  '/api/admin/users/{id}': ['users'],
};
