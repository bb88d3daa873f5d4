import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fetchPublic, type MayConnect } from './fetch-public.ts';
import { isPublicAddress } from './public-address.ts';

const addressesByHost = new Map<string, string[]>();
const lookup: NonNullable<Parameters<typeof fetchPublic>[1]['lookup']> = (host, _, done) => {
  const addresses = addressesByHost.get(host) ?? [];
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

let requestedHosts: (string | undefined)[];
const server = createServer((request, response) => {
  requestedHosts.push(request.headers.host);
  response.setHeader('retry-after', '7');
  if (request.url === '/packed') response.setHeader('content-encoding', 'gzip');
  response.end(request.url === '/long' ? 'x'.repeat(1024 * 1024 + 1) : 'é');
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requestedHosts = [];
});

const get = (host: string, path = '/', mayConnect?: MayConnect) =>
  fetchPublic(new URL(path, `http://${host}:${port}`), {
    headers: {},
    signal: new AbortController().signal,
    mayConnect,
    lookup,
    maxBytes: 1024 * 1024,
  });

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  'localhost',
  'localhost.localdomain',
  'printer.local',
  'metadata.google.internal',
])('does not connect to %s', async (host) => {
  await expect(get(host)).rejects.toThrow('is not on the public internet');
  expect(requestedHosts).toEqual([]);
});

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  'fd12::1',
  'fe80::1',
  '100.127.0.1',
])('does not connect to a site whose name resolves to %s', async (address) => {
  addressesByHost.set('archive.localhost', ['93.184.216.34', address]);
  // A custom check allows this local name as a stand-in for a public one.
  const mayConnect = (address: string) => isPublicAddress(address);
  await expect(get('archive.localhost', '/', mayConnect)).rejects.toThrow(
    `archive.localhost (${address}) is not on the public internet`,
  );
  expect(requestedHosts).toEqual([]);
});

test('resolves a name for each request because its addresses can change', async () => {
  addressesByHost.set('archive.localhost', ['127.0.0.1']);
  const isFirst = () => requestedHosts.length === 0;
  expect(await get('archive.localhost', '/', isFirst)).toEqual({
    status: 200,
    text: 'é',
    retryAfter: '7',
  });
  await expect(get('archive.localhost', '/', isFirst)).rejects.toThrow(
    'not on the public internet',
  );
  expect(requestedHosts).toEqual([`archive.localhost:${port}`]);
});

test('rejects a response that is too long or compressed', async () => {
  const allowAll = () => true;
  await expect(get('127.0.0.1', '/long', allowAll)).rejects.toThrow('is larger than 1 MB');
  await expect(get('127.0.0.1', '/packed', allowAll)).rejects.toThrow(
    'the site sent a compressed response',
  );
});

test.each([
  [
    'switches to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  ],
  ['closes the connection', ''],
])('rejects when the site %s', async (_, response) => {
  const site = createSocketServer((socket) => socket.once('data', () => socket.end(response)));
  onTestFinished(() => void site.close());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  const signal = AbortSignal.timeout(2_000);
  await expect(fetchPublic(url, { headers: {}, signal, mayConnect: () => true })).rejects.toThrow(
    response ? 'the site switched to another protocol' : 'socket hang up',
  );
});

test.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111'])(
  'accepts %s as public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
