import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '#server/environment.ts';

// What stands in deploy/ and beside it runs in no test: no engine of containers is needed to have the
// house. These hold it to the rest of the house, so that a change there is not forgotten here.

interface Service {
  build?: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  networks?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  stop_grace_period?: string;
}

const read = (path: string) => readFileSync(path, 'utf8');
const text = read('compose.yaml');
const compose: {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
} = parse(text, { merge: true });
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build);
const dockerfile = read('Dockerfile');
const caddyfile = read('deploy/Caddyfile');
const unit = read('deploy/called-it.service');
const settings = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
/** Of the composition itself, explained at its top. */
const OF_COMPOSE = ['SITE_HOST', 'POSTGRES_PASSWORD', 'CALLED_IT_VERSION'];

test('the nodes are set by what .env.example names, and by nothing else', () => {
  const example = read('.env.example');
  expect(nodes.length).toBeGreaterThan(1);
  for (const [, { environment = {} }] of nodes)
    for (const name of Object.keys(environment)) {
      expect([...settings]).toContain(name);
      expect(example).toContain(`#${name}=`);
    }
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(asked.filter((name) => !settings.has(name) && !OF_COMPOSE.includes(name))).toEqual([]);
  for (const name of OF_COMPOSE.slice(0, 2)) expect(text.split('\nservices:')[0]).toContain(name);
});

test('whatever can be set reaches the nodes, but for what the image or the composition settles', () => {
  const settled = ['PORT', 'HOST', 'DATA_DIR'];
  // It is for the embedded database.
  const elsewhere = ['DEMO_RESET_HOURS'];
  for (const [, { environment = {} }] of nodes)
    expect([...Object.keys(environment), ...settled, ...elsewhere].toSorted()).toEqual(
      [...settings].toSorted(),
    );
});

test('the commands of a clone are there where only the built product is, and are told of so', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const tools = Object.values(scripts).flatMap(
    (one) => /^tsx tools\/(.+)\.ts$/.exec(one)?.[1] ?? [],
  );
  // One plays through the API of a server, from anywhere; the other one wants a program of the machine.
  const ofAClone = ['replay', 'psql'];
  const [, listed = ''] =
    /const TOOLS = (.*?)\.map/s.exec(read('scripts/build/build-server.mjs')) ?? [];
  const built = [...listed.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(built).toEqual(expect.arrayContaining(tools.filter((name) => !ofAClone.includes(name))));
  const documentation = read('docs/operating.md');
  for (const name of built)
    expect(documentation, name).toMatch(new RegExp(`tools/${name}\\.js|\`${name}\``));
});

test('several nodes hear of each other, and trust their one proxy only', () => {
  for (const [, { environment = {} }] of nodes)
    expect(environment).toMatchObject({
      DATABASE_URL: expect.stringContaining('@postgres:'),
      REDIS_URL: expect.stringContaining('valkey'),
      PUBLIC_URL: expect.stringMatching(/^https:/),
      TRUST_PROXY: '1',
    });
});

test('the nodes may write to their volume only, are alone with their database, and have time to end', () => {
  for (const [name, node] of nodes) {
    expect([name, node.read_only, node.cap_drop]).toEqual([name, true, ['ALL']]);
    expect(node.volumes).toEqual(['data:/data']);
    expect(Object.values(node.depends_on ?? {}).map(({ condition }) => condition)).toEqual([
      'service_healthy',
      'service_healthy',
    ]);
    expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThan(8);
  }
  const open = services.filter(([, { ports }]) => ports).map(([name]) => name);
  expect(open).toEqual(['caddy']);
  for (const name of ['postgres', 'valkey'])
    expect(compose.services[name]).toMatchObject({
      networks: ['inside'],
      healthcheck: expect.anything(),
    });
  expect(compose.networks.inside).toEqual({ internal: true });
});

test('every volume and network that a service names is there', () => {
  for (const [, { volumes = [], networks = [] }] of services) {
    for (const volume of volumes) {
      const [from = ''] = volume.split(':');
      expect(from.startsWith('./') ? existsSync(from) : from in compose.volumes, from).toBe(true);
    }
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
  }
});

test('Caddy asks every node, at the port of the image, whether it is well', () => {
  const port = /EXPOSE (\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`PORT=${port}`);
  expect(caddyfile).toContain(
    `reverse_proxy ${nodes.map(([name]) => `${name}:${port}`).join(' ')} {`,
  );
  const path = /health_uri (\S+)/.exec(caddyfile)?.[1];
  expect(read('src/server/http/health.ts')).toContain(`'${path}'`);
  expect(dockerfile).toMatch(new RegExp(`^HEALTHCHECK[^]*${path}`, 'm'));
  const { depends_on: waitsFor } = compose.services.caddy ?? {};
  const healthy = nodes.map(([name]) => [name, { condition: 'service_healthy' }]);
  expect(waitsFor).toEqual(Object.fromEntries(healthy));
});

test('the image is built by old builders too, keeps licenses, and has pinned numbers for its user', () => {
  // buildah 1.28, as Debian has it, does not know this option.
  expect(dockerfile).not.toContain('--start-interval');
  expect(dockerfile).not.toMatch(/-o -name '\*\.md' \\\) -delete/);
  expect(dockerfile).toMatch(/-name '\*\.md' ! -iname '\*licen\[sc\]e\*'/);
  const [, uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`--uid ${uid} --gid ${gid}`);
  expect(dockerfile).toContain(`install -d -o ${uid} -g ${gid} -m 700 /data`);
});

test('the image has what the server reads, runs as nobody in particular, and keeps secrets out', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  );
  for (const path of copied) expect(existsSync(path), path).toBe(true);
  const runs = dockerfile.split(/^FROM /m).at(-1) ?? '';
  for (const folder of ['bands', 'drizzle', 'dist', 'node_modules'])
    expect(runs).toContain(`COPY --from=build /app/${folder} ${folder}`);
  // Nobody can do it later: the programs are root's.
  expect(dockerfile.slice(0, dockerfile.indexOf(runs))).toContain('tools/link-postgresql.js');
  expect(runs).toMatch(/^USER (?!root|0)\S+$/m);
  expect(runs.indexOf('\nUSER ')).toBeGreaterThan(runs.lastIndexOf('\nCOPY '));
  const ignored = read('.dockerignore').split('\n');
  for (const path of ['.env', '.data', '.git', 'dist', '**/node_modules'])
    expect(ignored).toContain(path);
  for (const path of ['src', 'drizzle', 'bands', 'public', 'scripts', 'tools'])
    expect(ignored).not.toContain(path);
});

test('the unit starts what the build makes, as a user of its own who may write to its folder only', () => {
  const command = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit)?.[1];
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...(command ?? '').split(' ')]).replaceAll(',', ', ')}`,
  );
  const folder = /^StateDirectory=(.+)$/m.exec(unit)?.[1];
  expect(unit).toMatch(new RegExp(`^Environment=.*DATA_DIR=/var/lib/${folder}$`, 'm'));
  for (const line of ['User=called-it', 'NoNewPrivileges=yes', 'ProtectSystem=strict'])
    expect(unit.split('\n')).toContain(line);
});

test('documentation leads to each of them', () => {
  const documentation = read('docs/operating.md');
  for (const file of ['compose.yaml', 'deploy/Caddyfile', 'deploy/called-it.service', 'Dockerfile'])
    expect(documentation).toContain(file);
});
