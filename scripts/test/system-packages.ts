import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
  oldestPostgres,
} from '../../tests/support/installed-programs.ts';
import { run, tail } from '../run/run.mjs';

// Without these some tests are left out.
const needed = [
  {
    name: 'Chromium',
    tests: 'the tests in a browser',
    debian: 'chromium',
    mac: 'brew install --cask chromium',
    isThere: () => findChromium() !== undefined,
  },
  {
    name: `PostgreSQL ${oldestPostgres} or newer`,
    tests: "the server's tests on it",
    debian: 'postgresql',
    mac: 'brew install postgresql',
    isThere: () => findPostgres() !== undefined,
  },
  {
    name: 'Redis',
    tests: 'the tests of several nodes',
    debian: 'redis-server',
    mac: 'brew install redis',
    isThere: () => findProgram('redis-server') !== undefined,
  },
  {
    name: 'nginx',
    tests: 'the tests of several nodes',
    debian: 'nginx-light',
    mac: 'brew install nginx',
    isThere: () => findNginx() !== undefined,
  },
];

const onDebian = [
  ...needed,
  // Without fonts Chromium draws boxes and measures texts wrongly.
  { debian: 'fonts-dejavu-core', isThere: () => existsSync('/usr/share/fonts/truetype/dejavu') },
  {
    debian: 'fonts-noto-color-emoji',
    isThere: () => existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  },
];

/**
 * Installs what the tests need beside Node, where that is allowed without asking for a password:
 * on Debian and its kin as root or by sudo. Elsewhere says in one sentence what is missing, how to
 * get it and what is left out without it.
 */
export async function ensureSystemPackages(): Promise<void> {
  const missing = onDebian.filter(({ isThere }) => !isThere()).map(({ debian }) => debian);
  if (missing.length > 0) await installPackages(missing);

  const lacking = needed.filter(({ isThere }) => !isThere());
  if (lacking.length === 0) return;
  const list = (key: 'name' | 'tests') =>
    [...new Set(lacking.map((one) => one[key]))].join(' and ');
  console.log(`Missing: ${list('name')} (${source(lacking)}); left out without: ${list('tests')}.`);
}

/** Installs packages of Debian, where that is allowed; says what went wrong. */
export async function installPackages(packages: string[]): Promise<void> {
  const become = findProgram('apt-get') ? waysToRoot() : undefined;
  if (!become) return;
  console.log(`Installing ${packages.join(', ')}…`);
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const steps = [['update'], ['install', '--yes', '--no-install-recommends', ...packages]];
  for (const step of steps) {
    const [program = '', ...args] = [...become, ...environment, 'apt-get', ...step];
    const { code, output } = await run(program, args, { quiet: true });
    if (code === 0) continue;
    console.error(tail(output, 15));
    return;
  }
}

/** The words before a command that make it run as root; undefined where that needs a password. */
function waysToRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return ['sudo', '-n'];
  } catch {
    return undefined;
  }
}

function source(lacking: typeof needed) {
  if (findProgram('apt-get')) {
    return `sudo apt-get install ${lacking.map(({ debian }) => debian).join(' ')}`;
  }
  if (process.platform === 'darwin') return lacking.map(({ mac }) => mac).join(', ');
  return "from your system's package manager";
}
