import { connect } from 'node:net';
import { openRedis } from '../redis.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 3_000;

export async function mailFinding(
  smtpUrl: string | undefined,
  answers: (host: string, port: number) => Promise<boolean>,
): Promise<Finding> {
  const what = 'mail';
  if (!smtpUrl) return { what, state: 'ok', message: 'SMTP_URL is not set: links go to the log' };
  if (!URL.canParse(smtpUrl))
    return { what, state: 'bad', message: 'SMTP_URL is not a URL', advice: 'See .env.example.' };
  const { protocol, hostname, port } = new URL(smtpUrl);
  const smtpPort = Number(port) || (protocol === 'smtps:' ? 465 : 587);
  if (await answers(hostname, smtpPort))
    return { what, state: 'ok', message: `${hostname}:${smtpPort} accepts connections` };
  const message = `${hostname}:${smtpPort} does not answer`;
  return {
    what,
    state: 'bad',
    message,
    advice: 'Check SMTP_URL and the mail server.',
  };
}

export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => finish(true));
    socket.on('timeout', () => finish(false));
    socket.on('error', () => finish(false));
  });
}

const WRITABLE =
  "Each node counts its own sign-in limits, and nodes may miss each other's changes. Set REDIS_URL to the primary, or free space on its disk.";

export async function redisFinding(redisUrl: string | undefined): Promise<Finding> {
  const what = 'Redis';
  if (!redisUrl) return { what, state: 'ok', message: 'REDIS_URL is not set: a single server' };
  const silentLog = { warn: () => undefined, info: () => undefined };
  const redis = await openRedis(redisUrl, silentLog);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
    });
    await redis.ping();
    const refusal = await redis.set('called-it:doctor', 1, 'PX', 1_000).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (refusal)
      return { what, state: 'bad', message: `refuses writes: ${refusal}`, advice: WRITABLE };
    return { what, state: 'ok', message: 'answers and accepts writes' };
  } catch (error) {
    const message = `does not answer: ${error instanceof Error ? error.message : error}`;
    return {
      what,
      state: 'bad',
      message,
      advice: "Start it: without it, nodes miss each other's changes.",
    };
  } finally {
    redis.disconnect();
  }
}
