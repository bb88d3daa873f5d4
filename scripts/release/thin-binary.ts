import { readFileSync, statSync, writeFileSync } from 'node:fs';

const FAT_MAGIC = 0xcafebabe;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 20;
const CPU_TYPES: Record<string, number> = { x64: 0x01000007, arm64: 0x0100000c };

/** Extracts one architecture from a universal macOS binary. Each part has its own signature. */
export function thinBinary(path: string, cpu: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) !== FAT_MAGIC) return;
  for (let entry = 0; entry < bytes.readUInt32BE(4); entry += 1) {
    const start = HEADER_BYTES + entry * ENTRY_BYTES;
    if (bytes.readUInt32BE(start) !== CPU_TYPES[cpu]) continue;
    const offset = bytes.readUInt32BE(start + 8);
    const part = bytes.subarray(offset, offset + bytes.readUInt32BE(start + 12));
    writeFileSync(path, part, { mode: statSync(path).mode });
    return;
  }
  throw new Error(`${path} has no part for ${cpu}.`);
}
