import { BlockList, isIP } from 'node:net';

/**
 * Whether an address is one of the public internet: none of this machine, of a private or carrier's
 * network, of a link, or of any special use (IANA's registries of special-purpose addresses).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, 'ipv4');
  // Only this range is given to networks. What stands for an IPv4 address lies outside or is listed.
  return family === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/** Names that mean this machine or its own network wherever they are asked for. */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|arpa)\.?$/i.test(host);
}

const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

const SPECIAL = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // Teredo, ORCHID and others of IETF's own; 6to4, whose IPv4 address may be any.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv6');
