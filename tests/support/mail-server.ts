import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  /** With its headers, long lines put together. */
  message: string;
}

/** A mail server on this machine; it refuses whom `refuses` names. */
export async function openMailServer(refuses?: string) {
  const waiting: ((mail: Received) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === refuses ? new Error(`nobody here is ${address}`) : undefined),
    async onData(stream, { envelope }, done) {
      const message = (await text(stream)).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      waiting.shift()?.({ from, to: envelope.rcptTo.map(({ address }) => address), message });
      done();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    /** The next mail that comes: ask before it can. */
    next: () => new Promise<Received>((resolve) => waiting.push(resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
