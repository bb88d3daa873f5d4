import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
} from '../../tests/support/installed-programs.ts';
import { run, tail } from '../run/run.mjs';

/** Some tests are skipped without these programs. */
const PROGRAMS = [
  { debian: 'chromium', brew: '--cask chromium', find: () => findChromium({ whole: true }) },
  { debian: 'postgresql', brew: 'postgresql', find: findPostgres },
  { debian: 'redis-server', brew: 'redis', find: () => findProgram('redis-server') },
  { debian: 'nginx-light', brew: 'nginx', find: findNginx },
];

/** Make journeys faster, and give their text the same width as on other machines. */
const OPTIONAL = [
  { debian: 'chromium-headless-shell', find: () => findProgram('chromium-headless-shell') },
  { debian: 'fonts-dejavu-core', find: () => existsSync('/usr/share/fonts/truetype/dejavu') },
  {
    debian: 'fonts-noto-color-emoji',
    find: () => existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  },
];

/**
 * Installs what the tests need on Debian, as root or with passwordless sudo. Elsewhere, lists it.
 */
export async function ensureSystemPackages(): Promise<void> {
  const packages = [...PROGRAMS, ...OPTIONAL].filter(({ find }) => !find());
  if (packages.length > 0) await installPackages(packages.map(({ debian }) => debian));

  const missingPrograms = PROGRAMS.filter(({ find }) => !find());
  if (missingPrograms.length === 0) return;
  const commands = findProgram('apt-get')
    ? [`sudo apt-get install ${missingPrograms.map(({ debian }) => debian).join(' ')}`]
    : missingPrograms.map(({ brew }) => `brew install ${brew}`);
  console.log(`Some tests are skipped. To run them: ${commands.join('; ')}`);
}

/** Installs the packages that Debian has, if permitted. Prints what failed. */
export async function installPackages(packages: string[]): Promise<void> {
  const asRoot = findProgram('apt-get') && findRootPrefix();
  if (!asRoot) return;
  console.log(`Installing ${packages.join(', ')}…`);
  const runAptGet = async (...args: string[]) => {
    const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    const { code, output } = await run(command[0] ?? '', command.slice(1), { quiet: true });
    if (code !== 0) console.error(tail(output, 15));
  };
  await runAptGet('update');
  const available = packages.filter((name) => isKnown(name));
  await runAptGet('install', '--yes', '--no-install-recommends', ...available);
}

/** Debian-based systems can lack packages, and apt-get installs nothing if one name is unknown. */
function isKnown(name: string): boolean {
  return runSucceeds('apt-cache', 'show', name);
}

/** Returns undefined if running as root needs a password. */
function findRootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return runSucceeds('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
}

function runSucceeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
