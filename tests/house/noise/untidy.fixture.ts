import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'vitest';

it('leaves a server open', async () => {
  await once(createServer().listen(0, '127.0.0.1'), 'listening');
});
