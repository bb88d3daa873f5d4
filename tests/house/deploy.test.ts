import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '#server/environment.ts';

// The tests don't run deploy/, because that needs containers. They compare its files with the code.

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

const readText = (path: string) => readFileSync(path, 'utf8');
const text = readText('compose.yaml');
const compose: {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
} = parse(text, { merge: true });
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build);
const dockerfile = readText('Dockerfile');
const caddyfile = readText('deploy/Caddyfile');
const unit = readText('deploy/called-it.service');
const settings = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
/** Variables of compose.yaml itself. Its first lines explain them. */
const COMPOSE_VARIABLES = ['SITE_HOST', 'POSTGRES_PASSWORD', 'CALLED_IT_VERSION'];

test('compose.yaml sets only variables of .env.example', () => {
  const example = readText('.env.example');
  expect(nodes.length).toBeGreaterThan(1);
  for (const [, { environment = {} }] of nodes)
    for (const name of Object.keys(environment)) {
      expect([...settings]).toContain(name);
      expect(example).toContain(`#${name}=`);
    }
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !settings.has(name) && !COMPOSE_VARIABLES.includes(name))).toEqual(
    [],
  );
  for (const name of COMPOSE_VARIABLES.slice(0, 2))
    expect(text.split('\nservices:')[0]).toContain(name);
});

test('compose.yaml passes every setting to the nodes except those that the image sets', () => {
  const setByImage = ['PORT', 'HOST', 'DATA_DIR'];
  const embeddedOnly = ['DEMO_RESET_HOURS'];
  for (const [, { environment = {} }] of nodes)
    expect([...Object.keys(environment), ...setByImage, ...embeddedOnly].toSorted()).toEqual(
      [...settings].toSorted(),
    );
});

test('a built server has the commands of a clone, and docs/operator/install.md lists them', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const tools = Object.values(scripts).flatMap(
    (command) => /^tsx tools\/(.+)\.ts$/.exec(command)?.[1] ?? [],
  );
  // `replay` calls the API of any server, and `psql` needs a program of the machine.
  const cloneOnly = ['replay', 'psql'];
  const [, buildList = ''] =
    /const TOOLS = (.*?)\.map/s.exec(readText('scripts/build/build-server.mjs')) ?? [];
  const builtTools = [...buildList.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(builtTools).toEqual(
    expect.arrayContaining(tools.filter((name) => !cloneOnly.includes(name))),
  );
  const documentation = readText('docs/operator/install.md');
  for (const name of builtTools)
    expect(documentation, name).toMatch(new RegExp(`tools/${name}\\.js|\`${name}\``));
});

test('the nodes share PostgreSQL and Valkey and trust only their proxy', () => {
  for (const [, { environment = {} }] of nodes)
    expect(environment).toMatchObject({
      DATABASE_URL: expect.stringContaining('@postgres:'),
      REDIS_URL: expect.stringContaining('valkey'),
      PUBLIC_URL: expect.stringMatching(/^https:/),
      TRUST_PROXY: '1',
    });
});

test('the nodes are read-only except for their volume, have an internal database and time to stop', () => {
  for (const [name, node] of nodes) {
    expect([name, node.read_only, node.cap_drop]).toEqual([name, true, ['ALL']]);
    expect(node.volumes).toEqual(['data:/data']);
    expect(Object.values(node.depends_on ?? {}).map(({ condition }) => condition)).toEqual([
      'service_healthy',
      'service_healthy',
    ]);
    expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThan(8);
  }
  const exposedServices = services.filter(([, { ports }]) => ports).map(([name]) => name);
  expect(exposedServices).toEqual(['caddy']);
  for (const name of ['postgres', 'valkey'])
    expect(compose.services[name]).toMatchObject({
      networks: ['inside'],
      healthcheck: expect.anything(),
    });
  expect(compose.networks.inside).toEqual({ internal: true });
});

test('every volume and network of a service exists', () => {
  for (const [, { volumes = [], networks = [] }] of services) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('./') ? existsSync(source) : source in compose.volumes, source).toBe(
        true,
      );
    }
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
  }
});

test("Caddy checks the health of every node at the image's port", () => {
  const port = /EXPOSE (\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`PORT=${port}`);
  expect(caddyfile).toContain(
    `reverse_proxy ${nodes.map(([name]) => `${name}:${port}`).join(' ')} {`,
  );
  const path = /health_uri (\S+)/.exec(caddyfile)?.[1];
  expect(readText('src/server/http/health.ts')).toContain(`'${path}'`);
  expect(dockerfile).toMatch(new RegExp(`^HEALTHCHECK[^]*${path}`, 'm'));
  const { depends_on: waitsFor } = compose.services.caddy ?? {};
  const healthy = nodes.map(([name]) => [name, { condition: 'service_healthy' }]);
  expect(waitsFor).toEqual(Object.fromEntries(healthy));
});

test("the image builds with old builders, keeps licenses and pins its user's ids", () => {
  // buildah 1.28 in Debian lacks this option.
  expect(dockerfile).not.toContain('--start-interval');
  expect(dockerfile).not.toMatch(/-o -name '\*\.md' \\\) -delete/);
  expect(dockerfile).toMatch(/-name '\*\.md' ! -iname '\*licen\[sc\]e\*'/);
  const [, uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`--uid ${uid} --gid ${gid}`);
  expect(dockerfile).toContain(`install -d -o ${uid} -g ${gid} -m 700 /data`);
});

test('the image has the files that the server reads, runs unprivileged and contains no secrets', () => {
  const copiedPaths = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, source = '']) => source.split(' '),
  );
  for (const path of copiedPaths) expect(existsSync(path), path).toBe(true);
  const runs = dockerfile.split(/^FROM /m).at(-1) ?? '';
  for (const folder of ['bands', 'drizzle', 'dist', 'node_modules'])
    expect(runs).toContain(`COPY --from=build /app/${folder} ${folder}`);
  // The final image's user can't write the programs, so the build must link them.
  expect(dockerfile.slice(0, dockerfile.indexOf(runs))).toContain('tools/link-postgresql.js');
  expect(runs).toMatch(/^USER (?!root|0)\S+$/m);
  expect(runs.indexOf('\nUSER ')).toBeGreaterThan(runs.lastIndexOf('\nCOPY '));
  const ignored = readText('.dockerignore').split('\n');
  for (const path of ['.env', '.data', '.git', 'dist', '**/node_modules'])
    expect(ignored).toContain(path);
  for (const path of ['src', 'drizzle', 'bands', 'public', 'scripts', 'tools'])
    expect(ignored).not.toContain(path);
});

test('the systemd unit starts the build as its own user with write access to its folder only', () => {
  const command = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit)?.[1];
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...(command ?? '').split(' ')]).replaceAll(',', ', ')}`,
  );
  const folder = /^StateDirectory=(.+)$/m.exec(unit)?.[1];
  expect(unit).toMatch(new RegExp(`^Environment=.*DATA_DIR=/var/lib/${folder}$`, 'm'));
  for (const line of ['User=called-it', 'NoNewPrivileges=yes', 'ProtectSystem=strict'])
    expect(unit.split('\n')).toContain(line);
});

test('docs/operator/install.md mentions each file', () => {
  const documentation = readText('docs/operator/install.md');
  for (const file of ['compose.yaml', 'deploy/Caddyfile', 'deploy/called-it.service', 'Dockerfile'])
    expect(documentation).toContain(file);
});
