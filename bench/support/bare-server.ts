import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

// node bare-server.ts PORT FILE: sends the same bytes for every request.

const [port, file = ''] = process.argv.slice(2);
const bytes = readFileSync(file);
const app = Fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
await app.listen({ port: Number(port), host: '127.0.0.1' });
