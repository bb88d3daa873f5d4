import { BlockList, isIP } from 'node:net';
import pg from 'pg';

export function isThisMachine(host: string): boolean {
  return isWithin(LOOPBACK, host) || /^(?:.+\.)?localhost$/i.test(host);
}

/** Treats names without a dot as containers. Does not resolve other names. */
function isInPrivateNetwork(host: string): boolean {
  if (isThisMachine(host) || isWithin(PRIVATE, host)) return true;
  return (
    isIP(stripBrackets(host)) === 0 && /^[^.]*$|\.(?:internal|local|lan|home\.arpa)$/i.test(host)
  );
}

/** Names the settings whose connection leaves the private network without TLS. */
export function findInsecureConnections({
  databaseUrl,
  redisUrl,
}: {
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
}): string[] {
  const settingNames: string[] = [];
  if (databaseUrl) {
    // The client never connects. It only interprets the URL and PGSSLMODE as the driver does.
    const { host, ssl } = new pg.Client({ connectionString: databaseUrl });
    const isSocket = host.startsWith('/');
    if (!ssl && !isSocket && !isInPrivateNetwork(host)) settingNames.push('DATABASE_URL');
  }
  if (redisUrl) {
    const { protocol, hostname } = new URL(redisUrl);
    if (protocol === 'redis:' && !isInPrivateNetwork(hostname)) settingNames.push('REDIS_URL');
  }
  return settingNames;
}

const LOOPBACK = createBlockList(['127.0.0.0', 8], ['::1', 128]);
const PRIVATE = createBlockList(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
);

function createBlockList(...list: [address: string, bits: number][]): BlockList {
  const block = new BlockList();
  for (const [address, bits] of list)
    block.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');
  return block;
}

function isWithin(block: BlockList, host: string): boolean {
  const address = stripBrackets(host);
  const kind = isIP(address);
  return kind > 0 && block.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

const stripBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
