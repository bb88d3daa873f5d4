import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { createClient, PASSWORD } from '../nodes/api-client.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const EXIT_TIMEOUT_MS = 10_000;
/** Like a second container on the same volume. */
const IN_PID_NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc'];

/**
 * A second server on the data folder exits immediately with a message that names the first, even in
 * another PID namespace. No acknowledged sign-up is lost when the first is killed.
 */
export async function runSecondServers(starts: number): Promise<Outcome> {
  const [unshare = '', ...args] = IN_PID_NAMESPACE;
  if (spawnSync(unshare, [...args, 'true'], { stdio: 'ignore' }).status !== 0)
    throw new SkippedFault('unshare is not permitted to create a PID namespace');
  const product = await startSeededProduct('embedded', 1);
  try {
    const { url, dataDir } = product;
    let wrongCount = 0;
    const acknowledged: string[] = [];
    for (let start = 0; start < starts; start += 1) {
      const secondServer = startSecondServer(dataDir, start % 2 === 0 ? [] : IN_PID_NAMESPACE);
      for (let fan = 0; fan < 5; fan += 1) {
        const name = `volume ${start} ${fan}`;
        const email = `${name.replaceAll(' ', '-')}@example.com`;
        const body = { email, username: name, password: PASSWORD };
        const { status } = await createClient(url).send('POST', '/api/auth/register', body);
        if (status === 201) acknowledged.push(name);
      }
      if (!(await isRejected(secondServer))) wrongCount += 1;
    }
    await product.stop('SIGKILL');
    await product.start();
    const rows = await product.query<{ username: string }>('select username from users');
    const usernames = new Set(rows.map(({ username }) => username));
    const lostCount = acknowledged.filter((name) => !usernames.has(name)).length;
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${starts} second starts rejected with a message, half of them from another PID namespace; ${acknowledged.length} sign-ups at the same time, ${lostCount} lost`,
      broken: {
        'second starts that were not rejected immediately': wrongCount,
        'lost sign-ups': lostCount,
        'rejected sign-ups': starts * 5 - acknowledged.length,
      },
    });
  } finally {
    await product.close();
  }
}

async function startSecondServer(dataDir: string, prefix: string[]) {
  const [program = '', ...args] = [...prefix, process.execPath, 'dist/server/main.js'];
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output };
}

async function isRejected(secondServer: ReturnType<typeof startSecondServer>): Promise<boolean> {
  const { code, output } = await secondServer;
  return code === 1 && /in use by process \d+/.test(output);
}
