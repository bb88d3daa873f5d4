import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const demo = z
  .object({
    username: z.string(),
    email: z.string(),
    password: z.string(),
    resetsAt: z.iso.datetime(),
  })
  .meta({ id: 'Demo' });
export type Demo = z.output<typeof demo>;

export const getDemo = endpoint('getDemo', {
  method: 'GET',
  path: '/api/demo',
  tag: 'band',
  who: 'anyone',
  summary: 'Get the account anyone can use on a demo site; 204 if this site is not a demo',
  status: 200,
  returns: demo,
  mayBeEmpty: true,
  dependsOn: [],
});

export const REJECTED_IN_DEMO =
  'This is a demo: look around and predict, but nothing else can be changed here';
