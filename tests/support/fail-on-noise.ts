import { Socket } from 'node:net';
import { afterAll, afterEach } from 'vitest';

// Set up for every test file. A test fails if it prints an unexpected error or warning (mock an
// expected one with `vi.spyOn(console, 'error')`) or connects to another machine, and a file fails
// if it leaves a server or a connection open.

const KEY = Symbol.for('called-it.noise');
/** One list per process, because the listeners are installed once. */
const noise = findInstalledList() ?? listen();

function failOnNoise() {
  const messages = noise.splice(0);
  if (messages.length > 0) throw new Error(`Unexpected noise:\n${messages.join('\n')}`);
}

function listen(): string[] {
  const output: string[] = [];
  for (const method of ['error', 'warn'] as const) {
    const print = console[method];
    console[method] = (...args: unknown[]) => {
      output.push(`console.${method}: ${args.map(formatValue).join(' ')}`);
      print.apply(console, args);
    };
  }
  Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
    apply(connect, socket: Socket, args: unknown[]) {
      const host = parseHost(args);
      if (host === undefined || isLoopback(host)) return Reflect.apply(connect, socket, args);
      const error = new Error(`A test tried to connect to ${host}.`);
      output.push(error.message);
      return socket.destroy(error);
    },
  });
  Object.assign(globalThis, { [KEY]: output });
  return output;
}

function findInstalledList(): string[] | undefined {
  return Reflect.get(globalThis, KEY);
}

afterEach(failOnNoise);

// Registered first, so it runs after the file's own cleanup.
afterAll(async () => {
  failOnNoise();
  const handles = await listOpenHandles();
  if (handles.length > 0) throw new Error(`Left open when the file ended: ${handles.join(', ')}`);
});

function parseHost(args: unknown[]): string | undefined {
  // Node's internal callers pass [options, callback] as one array.
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

async function listOpenHandles(): Promise<string[]> {
  const kinds = ['TCPServerWrap', 'TCPSocketWrap'];
  for (let tries = 0; ; tries += 1) {
    const handles = process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
    if (handles.length === 0 || tries === 20) return handles;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function formatValue(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}
