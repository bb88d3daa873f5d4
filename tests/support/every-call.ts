import { readdir } from 'node:fs/promises';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Subjects } from './season.ts';

const CONTRACT = new URL('../../src/contract/', import.meta.url);

/** Every endpoint of the contract by its export's name, found by importing all files. */
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

/** The params of a read: one call per subject. */
export function buildParams({ path }: Endpoint, subjects: Subjects): Record<string, string>[] {
  if (!path.includes('{')) return [{}];
  const kind = Object.entries(SUBJECTS).find(([start]) => path.startsWith(start));
  if (!kind) throw new Error(`Add the subject of ${path} to SUBJECTS`);
  const [, name = 'id'] = /\{(\w+)\}/.exec(path) ?? [];
  return subjects[kind[1]].map((subject) => ({ [name]: subject }));
}

/** The subject of a path's parameter, by the start of the path. */
const SUBJECTS: Record<string, keyof Subjects> = {
  '/api/shows/{id}': 'shows',
  '/api/leaderboard/show/{id}': 'shows',
  '/api/songs/{id}': 'songs',
  '/api/predictions/{id}': 'predictions',
  '/api/forums/threads/{id}': 'threads',
  '/api/leagues/{id}': 'leagues',
  '/api/invitations/{invitation}': 'invitations',
  '/api/admin/backups/{name}': 'backups',
  '/api/admin/users/{id}': 'users',
};
