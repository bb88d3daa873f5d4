import type { FastifyInstance } from 'fastify';
import { getRelease } from '#contract/releases.ts';
import { route } from '../http/route.ts';
import { readVersion } from '../project-files.ts';
import { readChangelog } from './changelog.ts';

export function releaseRoutes(app: FastifyInstance): void {
  route(app, getRelease, async () => ({ version: readVersion(), changelog: readChangelog() }));
}
