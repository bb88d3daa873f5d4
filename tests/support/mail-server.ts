import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  /** Raw message with headers. Soft line breaks are removed. */
  message: string;
}

/** A local mail server. It refuses the recipient `refuses`. */
export async function openMailServer(refuses?: string) {
  const waiting: ((mail: Received) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === refuses ? new Error(`unknown recipient ${address}`) : undefined),
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
    /** Resolves with the next mail. Call it before the mail can arrive. */
    next: () => new Promise<Received>((resolve) => waiting.push(resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
