import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';

// node bare-broadcast.ts PORT: sends every posted body unchanged to all open sockets.

const server = createServer(async (request, response) => {
  const bytes = await buffer(request);
  if (bytes.length > 0) for (const socket of sockets.clients) socket.send(bytes, { binary: false });
  response.end();
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(Number(process.argv[2]), '127.0.0.1');
