import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { create } from 'tar';

interface FakeRelease {
  version?: string;
  info?: Record<string, unknown>;
  script?: string;
}

/** The archive contains a script instead of the product, and has no checksums. */
export async function writeFakeRelease(
  archive: string,
  { version = '9.0.0', info = {}, script = passTrial(version) }: FakeRelease = {},
): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'called-it-fake-release-'));
  const program = join(stage, 'called-it', 'versions', version);
  const release = {
    version,
    platform: process.platform,
    arch: process.arch,
    node: '20.19.0',
    postgresql: 18,
    ...info,
  };
  await writeFiles(program, {
    'release.json': JSON.stringify(release),
    'scripts/run/called-it.mjs': script,
  });
  await writeFiles(join(stage, 'called-it'), { current: version });
  await create({ file: archive, cwd: stage, gzip: true, portable: true }, ['called-it']);
  await rm(stage, { recursive: true });
}

/** Returns a script that reports a passed trial. */
export function passTrial(version: string, brokenInvariants: string[] = []): string {
  return `console.log(${JSON.stringify(JSON.stringify({ version, brokenInvariants }))});`;
}

export async function writeChecksum(archive: string): Promise<void> {
  const hash = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  await writeFile(join(dirname(archive), 'SHA256SUMS'), `${hash}  ${basename(archive)}\n`);
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
