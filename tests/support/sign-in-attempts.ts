import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Caller } from './test-app.ts';

export function createSignInAttempts(app: () => FastifyInstance) {
  return { login, fail, failFromManyAddresses, createKnownDevice };

  async function login(
    email: string,
    password: string,
    { from = '198.51.100.7', headers = {} }: Origin = {},
  ): Promise<LightMyRequestResponse> {
    return app().inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: from,
      headers,
      payload: { email, password },
    });
  }

  async function fail(times: number, email: string, origin: Origin = {}) {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < times; attempt += 1)
      statuses.push((await login(email, 'wrong', origin)).statusCode);
    return statuses;
  }

  async function failFromManyAddresses(times: number, email: string) {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1)
      statuses.push(...(await fail(1, email, { from: `10.${n >> 8}.${n & 255}.9` })));
    return statuses;
  }

  /** Returns the device cookies of a browser that signed in before. */
  async function createKnownDevice(caller: Caller) {
    const { cookies } = await login(caller.email, caller.password);
    const device = cookies.filter(({ name }) => name.startsWith('called_it_device'));
    return { cookie: device.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }
}

interface Origin {
  from?: string;
  headers?: Record<string, string>;
}
