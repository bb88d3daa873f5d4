import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it, vi } from 'vitest';

it('prints an error', () => console.error('noise'));
it('prints a warning', () => console.warn('noise'));
it('calls another machine', async () => {
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow();
});
it('connects to another machine', () => {
  connect(80, 'example.invalid').on('error', () => {});
});
it('expects its error', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  console.error('expected');
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});
it('connects to this machine', async () => {
  const server = createServer((client) => client.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  await once(connect(address.port, '127.0.0.1').resume(), 'close');
  server.close();
});
