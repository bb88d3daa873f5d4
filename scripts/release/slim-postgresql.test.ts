import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slimPostgresql } from './slim-postgresql.ts';

let native: string;
beforeEach(() => {
  native = mkdtempSync(join(tmpdir(), 'called-it-slim-'));
});
afterEach(() => rmSync(native, { recursive: true }));

function writeFiles(files: Record<string, string[]>): void {
  for (const [path, strings] of Object.entries(files)) {
    mkdirSync(dirname(join(native, path)), { recursive: true });
    writeFileSync(join(native, path), strings.map((text) => `\0${text}\0`).join('code'));
  }
}

function writeLinks(links: Record<string, string>): void {
  const list = Object.entries(links).map(([target, source]) => ({
    source: `native/lib/${source}`,
    target: `native/lib/${target}`,
  }));
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(list));
}

function listFiles(): string[] {
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(native.length + 1))
    .sort();
}

test('keeps the files that a server loads, under the names that it loads', () => {
  writeFiles({
    'bin/postgres': ['libicuuc.so.60', 'notlibssl.so.1', 'libxml2.so.2.old'],
    'bin/initdb': ['@loader_path/../lib/libpq.so.5'],
    'bin/pg_ctl': ['libssl.so.1'],
    'lib/libicuuc.so.60.2': ['libicudata.so.60'],
    'lib/libicudata.so.60.2': ['libicudata.so.60.2'],
    'lib/libpq.so.5.18': [],
    'lib/libssl.so.1': [],
    'lib/libxml2.so.2': [],
    'lib/libpq.a': [],
    'lib/postgresql/plpgsql.so': [],
    'lib/postgresql/plperl.so': ['libssl.so.1'],
    'share/postgresql/extension/plpgsql.control': [],
    'share/postgresql/extension/hstore.control': [],
    'share/postgresql/timezone/UTC': [],
  });
  writeLinks({
    'libicuuc.so': 'libicuuc.so.60.2',
    'libicuuc.so.60': 'libicuuc.so.60.2',
    'libicudata.so.60': 'libicudata.so.60.2',
    'libpq.so.5': 'libpq.so.5.18',
  });
  slimPostgresql(native, 'x64');
  expect(listFiles()).toEqual([
    'bin/initdb',
    'bin/postgres',
    'lib/libicudata.so.60',
    'lib/libicuuc.so.60',
    'lib/libpq.so.5',
    'lib/postgresql/plpgsql.so',
    'share/postgresql/extension/plpgsql.control',
    'share/postgresql/timezone/UTC',
  ]);
});

test('keeps a link for a library with two names', () => {
  writeFiles({
    'bin/postgres': ['libicuuc.77.1.dylib', 'libicui18n.dylib'],
    'lib/libicuuc.77.1.dylib': [],
    'lib/libicui18n.dylib': ['libicuuc.77.dylib'],
    'lib/postgresql/plpgsql.dylib': [],
    'share/postgresql/extension/plpgsql.control': [],
  });
  writeLinks({ 'libicuuc.77.dylib': 'libicuuc.77.1.dylib' });
  slimPostgresql(native, 'arm64');
  expect(readdirSync(join(native, 'lib')).sort()).toEqual([
    'libicui18n.dylib',
    'libicuuc.77.1.dylib',
    'postgresql',
  ]);
  expect(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))).toEqual([
    { source: 'native/lib/libicuuc.77.1.dylib', target: 'native/lib/libicuuc.77.dylib' },
  ]);
});

test('keeps only one architecture of a macOS program', () => {
  const parts = { x64: 'for intel', arm64: 'for apple' };
  const header = Buffer.alloc(48);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(0x01000007, 8);
  header.writeUInt32BE(48, 16);
  header.writeUInt32BE(parts.x64.length, 20);
  header.writeUInt32BE(0x0100000c, 28);
  header.writeUInt32BE(48 + parts.x64.length, 36);
  header.writeUInt32BE(parts.arm64.length, 40);
  writeFiles({
    'lib/postgresql/plpgsql.dylib': [],
    'share/postgresql/extension/plpgsql.control': [],
  });
  mkdirSync(join(native, 'bin'));
  const program = Buffer.concat([header, Buffer.from(parts.x64 + parts.arm64)]);
  writeFileSync(join(native, 'bin/postgres'), program);
  writeLinks({});
  slimPostgresql(native, 'arm64');
  expect(readFileSync(join(native, 'bin/postgres'), 'utf8')).toBe(parts.arm64);
});
