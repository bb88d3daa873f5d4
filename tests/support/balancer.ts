import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from './installed-programs.ts';
import { endChild, findFreePort } from './processes.ts';
import { waitForPort } from './redis.ts';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** Starts nginx in front of these nodes, with the configuration from docs/operator/scale.md. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-balancer-'));
  const port = await findFreePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, buildSettings(folder, port, nodes));
  // nginx logs expected errors about the nodes that tests stop.
  const nginx = spawn(findNginx() ?? '', ['-p', folder, '-e', 'error.log', '-c', file], {
    stdio: 'ignore',
  });
  await waitForPort(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await endChild(nginx, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function buildSettings(folder: string, port: number, nodes: readonly string[]): string {
  const [, snippet = ''] =
    /```nginx\n(.*?)```/s.exec(readFileSync('docs/operator/scale.md', 'utf8')) ?? [];
  const servers = nodes.map((url) => `server ${new URL(url).host} max_fails=0;`).join('\n  ');
  const server = snippet
    .replace(/(?:server \S+ max_fails=0;\s*)+/, `${servers}\n`)
    .replace(/listen \S+;/, `listen 127.0.0.1:${port};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path "${join(folder, name)}";`,
  );
  // As root, nginx runs as `nobody`, which can't write to the folder. Without temporary files, the
  // node buffers for slow readers.
  return `daemon off; pid "${join(folder, 'pid')}"; error_log error.log; worker_processes 1;
events { worker_connections 2048; }
http { access_log off; proxy_max_temp_file_size 0; ${folders.join(' ')}
${server}
}
`;
}
