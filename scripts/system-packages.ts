import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findPostgres,
  findProgram,
  oldestPostgres,
} from '../tests/support/installed-programs.ts';
import { run, tail } from './run.mjs';

interface SystemPackage {
  debian: string;
  isThere(): boolean;
}

const onDebian: SystemPackage[] = [
  { debian: 'chromium', isThere: () => findChromium() !== undefined },
  { debian: 'postgresql', isThere: () => findPostgres() !== undefined },
  { debian: 'redis-server', isThere: () => findProgram('redis-server') !== undefined },
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
  const missing = onDebian.filter((program) => !program.isThere()).map(({ debian }) => debian);
  const become = findProgram('apt-get') ? waysToRoot() : undefined;
  if (missing.length > 0 && become) await install(become, missing);

  const lacking = [
    findChromium() ? [] : [['Chromium', 'the tests in a browser']],
    findPostgres() ? [] : [[`PostgreSQL ${oldestPostgres} or newer`, "the server's tests on it"]],
  ].flat();
  if (lacking.length > 0) {
    const names = lacking.map(([name]) => name).join(' and ');
    const leftOut = lacking.map(([, tests]) => tests).join(' and ');
    console.log(`Missing: ${names} (${howToGetThem()}); left out without: ${leftOut}.`);
  }
}

async function install(become: string[], packages: string[]) {
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

function howToGetThem() {
  if (findProgram('apt-get')) return 'sudo apt-get install chromium postgresql';
  if (process.platform === 'darwin') return 'brew install --cask chromium, brew install postgresql';
  return "from your system's package manager";
}
