import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { type Bus, createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import { read } from './read.ts';
import { createResponseCache } from './response-cache.ts';
import { schemaController } from './route.ts';

const listEncores = endpoint('listEncores', {
  method: 'GET',
  path: '/api/encores',
  tag: 'songs',
  who: 'anyone',
  summary: 'List encores',
  query: z.object({ limit: z.coerce.number().default(10) }),
  status: 200,
  returns: z.array(z.string()),
  dependsOn: ['song'],
});

let bus: Bus;
let app: ReturnType<typeof fastify>;
let loads: string[];
let status: string;
beforeEach(() => {
  bus = createLocalBus();
  app = fastify({ schemaController });
  app.decorate('responses', createResponseCache(createChangeVersions(bus)));
  loads = [];
  status = 'open';
});
afterEach(() => app.close());

const get = (query = '') => app.inject(`/api/encores${query}`);
const publishChange = (topic: 'song' | 'show') =>
  bus.publish([{ topic, subjectId: null, version: 1 }]);

describe('read', () => {
  it('loads once until a topic of `dependsOn` changes', async () => {
    read(app, listEncores, async () => [`load ${loads.push('')}`]);
    expect((await get()).json()).toEqual(['load 1']);
    await publishChange('show');
    expect((await get()).json()).toEqual(['load 1']);
    await publishChange('song');
    expect((await get()).json()).toEqual(['load 2']);
  });

  it('caches by the declared query parameters only', async () => {
    read(app, listEncores, async ({ query }) => [`${query.limit} ${loads.push('')}`]);
    expect((await get()).json()).toEqual(['10 1']);
    expect((await get('?limit=10&unknown=1')).json()).toEqual(['10 1']);
    expect((await get('?limit=5')).json()).toEqual(['5 2']);
  });

  it('caches each variant and passes it to the load function', async () => {
    read(
      app,
      listEncores,
      async () => status,
      async ({ variant }) => [`${variant} ${loads.push('')}`],
    );
    expect((await get()).json()).toEqual(['open 1']);
    status = 'live';
    expect((await get()).json()).toEqual(['live 2']);
    status = 'open';
    expect((await get()).json()).toEqual(['open 1']);
  });

  it('sends the headers that the load function set with every cached response', async () => {
    read(app, listEncores, async ({ header }) => {
      header('x-total-count', loads.push(''));
      return [];
    });
    for (const _ of [1, 2]) expect((await get()).headers['x-total-count']).toBe('1');
  });
});
