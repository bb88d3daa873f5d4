import { BlockList, isIP } from 'node:net';
import pg from 'pg';

// How far away what a setting names is, and whether somebody on the way could listen.

/** Whether a host is this machine. */
export function isThisMachine(host: string): boolean {
  return isWithin(LOOPBACK, host) || /^(?:.+\.)?localhost$/i.test(host);
}

/**
 * Whether a host is in a private network: by its address, or by a name that has no dot or an ending that
 * no registry gives, as those of containers have. What another name leads to is not looked up.
 */
function isInPrivateNetwork(host: string): boolean {
  if (isThisMachine(host) || isWithin(PRIVATE, host)) return true;
  return isIP(bare(host)) === 0 && /^[^.]*$|\.(?:internal|local|lan|home\.arpa)$/i.test(host);
}

/** The settings by which what is stored would leave the private network for all on the way to read. */
export function insecureConnections({
  databaseUrl,
  redisUrl,
}: {
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
}): string[] {
  const ways: string[] = [];
  if (databaseUrl) {
    // Made, not connected: what a URL, and PGSSLMODE, mean is the driver's to say.
    const { host, ssl } = new pg.Client({ connectionString: databaseUrl });
    const isSocket = host.startsWith('/');
    if (!ssl && !isSocket && !isInPrivateNetwork(host)) ways.push('DATABASE_URL');
  }
  if (redisUrl) {
    const { protocol, hostname } = new URL(redisUrl);
    if (protocol === 'redis:' && !isInPrivateNetwork(hostname)) ways.push('REDIS_URL');
  }
  return ways;
}

const LOOPBACK = networks(['127.0.0.0', 8], ['::1', 128]);
const PRIVATE = networks(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
);

function networks(...list: [address: string, bits: number][]): BlockList {
  const block = new BlockList();
  for (const [address, bits] of list)
    block.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');
  return block;
}

function isWithin(block: BlockList, host: string): boolean {
  const address = bare(host);
  const kind = isIP(address);
  return kind > 0 && block.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** As a URL has it, an address of IPv6 stands in brackets. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
