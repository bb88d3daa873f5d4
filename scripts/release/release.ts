import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../run/freshness.mjs';
import { root } from '../run/run.mjs';
import { buildArchive } from './build-archive.ts';
import { buildNpmPackage } from './build-npm-package.ts';
import { VERSION } from './build-program.ts';
import { PLATFORMS } from './platforms.ts';

const USAGE = `Usage: npm run release -- [--platform NAME]… [--into FOLDER]

Builds the archives of the last commit for all systems (${PLATFORMS.map(({ name }) => name).join(', ')}) or those named,
a package for npm, and SHA256SUMS, into release/ or another folder. The working tree must be clean.`;

try {
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true },
      into: { type: 'string', default: `${root}release` },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else await release(values.into, values.platform);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function release(target: string, names: readonly string[] | undefined): Promise<void> {
  const unknown = names?.find((name) => !PLATFORMS.some((platform) => platform.name === name));
  if (unknown) throw new Error(`There is no platform '${unknown}'.\n${USAGE}`);
  assertCleanTree();
  assertChangelog();
  await ensureBuild();
  mkdirSync(target, { recursive: true });
  const files: string[] = [];
  for (const platform of PLATFORMS.filter(({ name }) => names?.includes(name) ?? true)) {
    const { file, unpackedMegabytes, packedMegabytes } = await buildArchive(platform, target);
    files.push(file);
    console.log(
      `${file}: ${packedMegabytes.toFixed(1)} MB, ${unpackedMegabytes.toFixed(1)} MB unpacked`,
    );
  }
  files.push(await buildNpmPackage(target));
  const lines = files.map((file) => `${hashFile(join(target, file))}  ${file}`);
  writeFileSync(join(target, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  console.log(`${target}: ${files.length} files, and their checksums in SHA256SUMS`);
}

/** A release must match a commit. */
function assertCleanTree(): void {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('A release needs a git repository.');
  const changes = stdout.trimEnd();
  if (changes === '') return;
  throw new Error(
    `The working tree has changes. Commit or stash them before a release:\n${changes}`,
  );
}

function assertChangelog(): void {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## [${VERSION}] - `))
    throw new Error(`CHANGELOG.md has no entry for version ${VERSION}.`);
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
