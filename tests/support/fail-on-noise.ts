import { Socket } from 'node:net';
import { afterAll, afterEach } from 'vitest';

// Set up for every test file: a test fails when it prints an error or a warning that it did not
// expect (one that it expects, it mocks with `vi.spyOn(console, 'error')`), when anything tries to
// leave this machine, and when a file leaves a server or a connection open.

const KEY = Symbol.for('called-it.noise');
/** One list for all files of a process: what is listened to is put in place once. */
const noise = installed() ?? listen();

function failOnNoise() {
  const heard = noise.splice(0);
  if (heard.length > 0) throw new Error(`Unexpected noise:\n${heard.join('\n')}`);
}

function listen(): string[] {
  const heard: string[] = [];
  for (const method of ['error', 'warn'] as const) {
    const print = console[method];
    console[method] = (...args: unknown[]) => {
      heard.push(`console.${method}: ${args.map(asText).join(' ')}`);
      print.apply(console, args);
    };
  }
  Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
    apply(connect, socket: Socket, args: unknown[]) {
      const host = hostOf(args);
      if (host === undefined || isLoopback(host)) return Reflect.apply(connect, socket, args);
      const error = new Error(`A test tried to connect to ${host}.`);
      heard.push(error.message);
      return socket.destroy(error);
    },
  });
  Object.assign(globalThis, { [KEY]: heard });
  return heard;
}

function installed(): string[] | undefined {
  return Reflect.get(globalThis, KEY);
}

afterEach(failOnNoise);

// Registered first, so it runs after the file's own clean-up.
afterAll(async () => {
  failOnNoise();
  const left = await openHandles();
  if (left.length > 0) throw new Error(`Left open when the file ended: ${left.join(', ')}`);
});

/** Where a connection goes; undefined for a socket of the file system. */
function hostOf(args: unknown[]): string | undefined {
  // Node's own callers pass the normalized list [options, callback] as the only argument.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && first.path) return undefined;
    return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : 'localhost';
}

function isLoopback(host: string) {
  return /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/** Servers and connections that still are open after a moment's grace for those just closing. */
async function openHandles(): Promise<string[]> {
  const kinds = ['TCPServerWrap', 'TCPSocketWrap'];
  for (let tries = 0; ; tries += 1) {
    const left = process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
    if (left.length === 0 || tries === 20) return left;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function asText(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}
