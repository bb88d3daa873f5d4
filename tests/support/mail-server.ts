import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedEmail {
  from: string;
  to: string[];
  /** With headers, without soft line breaks. */
  message: string;
}

export async function openMailServer(rejectedRecipient?: string) {
  const waitingReaders: ((email: ReceivedEmail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === rejectedRecipient ? new Error(`unknown recipient ${address}`) : undefined),
    async onData(stream, { envelope }, done) {
      const message = (await text(stream)).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
      const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
      waitingReaders.shift()?.({
        from: sender,
        to: envelope.rcptTo.map(({ address }) => address),
        message,
      });
      done();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    /** Call this before the email can arrive. */
    nextEmail: () => new Promise<ReceivedEmail>((resolve) => waitingReaders.push(resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
