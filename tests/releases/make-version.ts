import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';

/** Creates an archive of a later version. The program is the same apart from `change`. */
export async function makeVersion(
  release: string,
  folder: string,
  version: string,
  change: (program: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'called-it-version-'));
  try {
    await extract({ file: release, cwd: stage });
    const home = join(stage, 'called-it');
    const current = (await readFile(join(home, 'current'), 'utf8')).trim();
    const program = join(home, 'versions', version);
    await rename(join(home, 'versions', current), program);
    await writeFile(join(home, 'current'), `${version}\n`);
    for (const name of ['package.json', 'release.json'])
      await edit(join(program, name), (text) => text.replace(`"${current}"`, `"${version}"`));
    const entry = `## [${version}] - 2026-12-24\n\nAn encore counts double.\n\n`;
    await edit(join(program, 'CHANGELOG.md'), (text) => text.replace(/^(?=## )/m, entry));
    await change(program);
    const name = `called-it-${version}-linux-x64.tar.gz`;
    const archive = join(folder, name);
    await create({ file: archive, cwd: stage, gzip: { level: 1 }, portable: true }, ['called-it']);
    const hash = createHash('sha256')
      .update(await readFile(archive))
      .digest('hex');
    await writeFile(join(folder, 'SHA256SUMS'), `${hash}  ${name}\n`);
    return archive;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

export async function addMigration(program: string, sql: string): Promise<void> {
  const drizzle = join(program, 'drizzle');
  const journal = join(drizzle, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const last = entries.at(-1);
  const idx = last.idx + 1;
  const tag = `${formatNumber(idx)}_test`;
  await writeFile(join(drizzle, `${tag}.sql`), sql);
  await cp(
    join(drizzle, 'meta', `${formatNumber(last.idx)}_snapshot.json`),
    join(drizzle, 'meta', `${formatNumber(idx)}_snapshot.json`),
  );
  const entry = { ...last, idx, tag, when: last.when + 1_000 };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }));
}

export async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

function formatNumber(idx: number): string {
  return String(idx).padStart(4, '0');
}
