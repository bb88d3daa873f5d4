import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { thinBinary } from './thin-binary.ts';

/** `initdb` and a server without extensions load only these. */
const PROGRAM = /^(initdb|postgres)(\.exe)?$/;
const MODULE = /^(dict_snowball|plpgsql)\.(so|dylib|dll)$/;
const EXTENSION = /^plpgsql/;
const UNUSED_SHARED = ['doc', 'locale', 'psqlrc.sample', 'pg_service.conf.sample'];

interface Link {
  source: string;
  target: string;
}

/** Removes files that a server doesn't load, and most links. */
export function slimPostgresql(native: string, cpu: string): void {
  const bin = join(native, 'bin');
  const lib = join(native, 'lib');
  const isOnWindows = existsSync(join(bin, 'postgres.exe'));
  const modules = isOnWindows ? lib : join(lib, 'postgresql');
  keepOnly(modules, (name) => MODULE.test(name));
  const programs = readdirSync(bin).filter((name) => PROGRAM.test(name));
  const roots = [
    ...programs.map((name) => join(bin, name)),
    ...readdirSync(modules).map((name) => join(modules, name)),
  ];
  const libraries = isOnWindows ? bin : lib;
  const loaded = findLoadedLibraries(libraries, roots, readLinks(native));
  const kept = new Set([...renameToLoaded(native, libraries, loaded), ...programs, 'postgresql']);
  keepOnly(libraries, (name) => kept.has(name));
  keepOnly(bin, (name) => programs.includes(name) || (isOnWindows && kept.has(name)));
  for (const folder of new Set([bin, lib, modules])) thinBinaries(folder, cpu);
  slimShared(isOnWindows ? join(native, 'share') : join(native, 'share', 'postgresql'));
}

/**
 * Renames each library to the name that programs load, so that it needs no link. If a library has
 * several names, the first start creates the links.
 */
function renameToLoaded(
  native: string,
  folder: string,
  loaded: ReadonlyMap<string, string>,
): Iterable<string> {
  const newNames = new Map<string, string>();
  const links: Link[] = [];
  for (const [name, file] of loaded) {
    const newName = newNames.get(file);
    if (newName) links.push({ source: `native/lib/${newName}`, target: `native/lib/${name}` });
    else newNames.set(file, name);
  }
  for (const [file, name] of newNames)
    if (file !== name) renameSync(join(folder, file), join(folder, name));
  const list = join(native, 'pg-symlinks.json');
  if (links.length > 0) writeFileSync(list, JSON.stringify(links));
  else rmSync(list);
  return newNames.values();
}

function slimShared(share: string): void {
  keepOnly(join(share, 'extension'), (name) => EXTENSION.test(name));
  for (const name of UNUSED_SHARED) rmSync(join(share, name), { recursive: true, force: true });
}

function keepOnly(folder: string, isKept: (name: string) => boolean): void {
  for (const name of readdirSync(folder))
    if (!isKept(name)) rmSync(join(folder, name), { recursive: true });
}

/** Maps the name of each link that the package's install script would create to its file. */
function readLinks(native: string): Map<string, string> {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  return new Map(
    links
      .filter(({ target }) => dirname(target) === 'native/lib')
      .map(({ source, target }) => [basename(target), basename(source)]),
  );
}

/** Follows library names in programs and libraries. Maps each loaded name to its file. */
function findLoadedLibraries(
  folder: string,
  roots: readonly string[],
  links: ReadonlyMap<string, string>,
): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(so|dylib|dll)\b/.test(entry.name))
    .map(({ name }) => name);
  const names = new Map([...files.map((name) => [name, name] as const), ...links]);
  const loaded = new Map<string, string>();
  const pending = [...roots];
  for (const path of pending) {
    const text = readFileSync(path).toString('latin1').toLowerCase();
    for (const [name, file] of names) {
      const isItself = path === join(folder, file);
      if (isItself || loaded.has(name) || !mentions(text, name.toLowerCase())) continue;
      loaded.set(name, file);
      pending.push(join(folder, file));
    }
  }
  return loaded;
}

/** Returns whether a binary contains the name, or a path that ends with it. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (text[at + name.length] === '\0' && !/[\w.+-]/.test(text[at - 1] ?? '')) return true;
  return false;
}

function thinBinaries(folder: string, cpu: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) thinBinary(join(folder, entry.name), cpu);
}
