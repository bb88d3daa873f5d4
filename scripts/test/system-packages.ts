import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
} from '../../tests/support/installed-programs.ts';
import { run, tail } from '../run/run.mjs';

/** What some tests are left out without. */
const PROGRAMS = [
  { debian: 'chromium', brew: '--cask chromium', find: () => findChromium({ whole: true }) },
  { debian: 'postgresql', brew: 'postgresql', find: findPostgres },
  { debian: 'redis-server', brew: 'redis', find: () => findProgram('redis-server') },
  { debian: 'nginx-light', brew: 'nginx', find: findNginx },
];

/** What makes journeys faster, and their texts as wide as everywhere. */
const BESIDE = [
  { debian: 'chromium-headless-shell', find: () => findProgram('chromium-headless-shell') },
  { debian: 'fonts-dejavu-core', find: () => existsSync('/usr/share/fonts/truetype/dejavu') },
  {
    debian: 'fonts-noto-color-emoji',
    find: () => existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  },
];

/**
 * Installs what the tests need besides Node, on Debian and its kin as root or with a sudo that asks
 * for no password. Elsewhere says what is missing and how to get it.
 */
export async function ensureSystemPackages(): Promise<void> {
  const absent = [...PROGRAMS, ...BESIDE].filter(({ find }) => !find());
  if (absent.length > 0) await installPackages(absent.map(({ debian }) => debian));

  const missing = PROGRAMS.filter(({ find }) => !find());
  if (missing.length === 0) return;
  const commands = findProgram('apt-get')
    ? [`sudo apt-get install ${missing.map(({ debian }) => debian).join(' ')}`]
    : missing.map(({ brew }) => `brew install ${brew}`);
  console.log(`Some tests are left out. To run them: ${commands.join('; ')}`);
}

/** Installs those of the packages that Debian has, where that is allowed; says what went wrong. */
export async function installPackages(packages: string[]): Promise<void> {
  const asRoot = findProgram('apt-get') && prefixForRoot();
  if (!asRoot) return;
  console.log(`Installing ${packages.join(', ')}…`);
  const aptGet = async (...args: string[]) => {
    const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    const { code, output } = await run(command[0] ?? '', command.slice(1), { quiet: true });
    if (code !== 0) console.error(tail(output, 15));
  };
  await aptGet('update');
  const known = packages.filter((name) => isKnown(name));
  await aptGet('install', '--yes', '--no-install-recommends', ...known);
}

/** Debian's kin lack some of its packages, and install nothing of a list with an unknown name. */
function isKnown(name: string): boolean {
  return succeeds('apt-cache', 'show', name);
}

/** The words before a command that make it run as root; undefined where that needs a password. */
function prefixForRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
}

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
