import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from '#contract/webhooks.ts';
import type { TestApp } from './test-app.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
  data: { show?: { id: string; status: string }; setlist?: { title: string }[]; song?: unknown };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Records webhooks. Set `respond` to change the responses. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    received,
    url: '',
    /** Returns the response status, or 'nothing' to leave the request open. */
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

export function createWebhookApi({ admin }: TestApp) {
  return {
    async add(fields: { url: string }): Promise<Webhook & { secret: string }> {
      const body = { events: WEBHOOK_EVENTS, ...fields };
      const response = await admin.post('/api/admin/webhooks', body);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },
    async fetchLog({ id }: Webhook): Promise<WebhookDelivery[]> {
      return (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).json();
    },
    async find({ id }: Webhook): Promise<Webhook | undefined> {
      const all: Webhook[] = (await admin.get('/api/admin/webhooks')).json();
      return all.find((webhook) => webhook.id === id);
    },
  };
}
