import { connect } from 'node:net';
import { openRedis } from '../redis.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 3_000;

export async function checkMail(
  smtpUrl: string | undefined,
  canConnect: (host: string, port: number) => Promise<boolean>,
): Promise<Finding> {
  const name = 'mail';
  if (!smtpUrl)
    return {
      name,
      state: 'ok',
      message: 'SMTP_URL is not set: account links are written to the log',
    };
  if (!URL.canParse(smtpUrl))
    return { name, state: 'bad', message: 'SMTP_URL is not a URL', advice: 'See .env.example.' };
  const { protocol, hostname, port } = new URL(smtpUrl);
  const smtpPort = Number(port) || (protocol === 'smtps:' ? 465 : 587);
  if (await canConnect(hostname, smtpPort))
    return { name, state: 'ok', message: `${hostname}:${smtpPort} accepts connections` };
  const message = `${hostname}:${smtpPort} does not respond`;
  return {
    name,
    state: 'bad',
    message,
    advice: 'Check SMTP_URL and the mail server.',
  };
}

export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const finish = (isReachable: boolean) => {
      socket.destroy();
      resolve(isReachable);
    };
    socket.on('connect', () => finish(true));
    socket.on('timeout', () => finish(false));
    socket.on('error', () => finish(false));
  });
}

const READ_ONLY_ADVICE =
  "Each node counts sign-in attempts separately, and nodes may miss each other's changes. Set REDIS_URL to the primary, or free up space on its disk.";

export async function checkRedis(redisUrl: string | undefined): Promise<Finding> {
  const name = 'Redis';
  if (!redisUrl)
    return {
      name,
      state: 'ok',
      message: 'REDIS_URL is not set, so only a single server is supported',
    };
  const silentLog = { warn: () => undefined, info: () => undefined };
  const redis = await openRedis(redisUrl, silentLog);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
    });
    await redis.ping();
    const writeError = await redis.set('called-it:doctor', 1, 'PX', 1_000).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (writeError)
      return {
        name,
        state: 'bad',
        message: `rejects writes: ${writeError}`,
        advice: READ_ONLY_ADVICE,
      };
    return { name, state: 'ok', message: 'responds and accepts writes' };
  } catch (error) {
    const message = `does not respond: ${error instanceof Error ? error.message : error}`;
    return {
      name,
      state: 'bad',
      message,
      advice: "Start Redis. Without it, nodes miss each other's changes.",
    };
  } finally {
    redis.disconnect();
  }
}
