// Receives the webhooks of a Called It site: WEBHOOK_SECRET=whsec_… PORT=8080 node receive-webhook.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seenIds = new Set();

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': list } = headers;
  // Rejects replayed requests.
  if (!id || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // For a day after the secret was replaced, there are two signatures.
  return String(list)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  // An event may arrive more than once, always with the same id.
  if (seenIds.has(request.headers['webhook-id'])) return;
  seenIds.add(request.headers['webhook-id']);
  const { type, data } = JSON.parse(body);
  console.log(type, data.show?.name ?? '', data.song?.title ?? '');
});
server.listen(process.env.PORT ?? 8080, () => console.log(`port ${server.address().port}`));
