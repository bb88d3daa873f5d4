import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
  data: { show?: { id: string; status: string }; setlist?: { title: string }[]; song?: unknown };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Opens a server that records webhooks. Set `respond` to change its responses. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    received,
    url: '',
    /** Returns the status, or 'nothing' to leave the request open. */
    respond: (_webhook: ReceivedWebhook): number | 'nothing' => 204,
    text: '',
    headers: {} as Record<string, string>,
    list: (path = '/') => received.filter((webhook) => webhook.path === path),
    types: (path = '/') => receiver.list(path).map(({ type }) => type),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { url: path = '', headers } = request;
    const { type, data } = JSON.parse(body);
    const webhook = { path, headers, body, type, data };
    received.push(webhook);
    const status = receiver.respond(webhook);
    if (status !== 'nothing') response.writeHead(status, receiver.headers).end(receiver.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
