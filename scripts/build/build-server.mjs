import { build } from 'vite';
import { root } from '../run/run.mjs';

const WORKERS = {
  'hash-worker': 'src/server/accounts/sign-in/hash-worker.ts',
  'render-worker': 'src/server/shares/image/render-worker.ts',
  'house-worker': 'src/server/house-players/house-worker.ts',
  'odds-worker': 'src/server/odds/odds-worker.ts',
};

/** A child process, because a hostile file may crash it. */
const READER = {
  'archive-reader': 'src/server/catalog/imports/reader-process/archive-reader.ts',
};

const TOOLS = Object.fromEntries(
  [
    ...[
      'admin',
      'backup',
      'called-it',
      'doctor',
      'import',
      'invariants',
      'link-postgresql',
      'odds',
    ],
    ...['pack', 'restore', 'setup'],
  ].map((name) => [`tools/${name}`, `tools/${name}.ts`]),
);

/** Not bundled: native code, and packages that production never loads. */
const EXTERNAL = ['@node-rs/argon2', '@resvg/resvg-js', 'pg-native', 'pino-pretty'];

const UNUSED_COMPILERS = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/**
 * Bundles everything. The server then opens 80 files instead of 1,400 and starts in half the CPU
 * time.
 */
export function buildServer() {
  return build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: EXTERNAL },
    resolve: {
      alias: {
        // The package provides Node's own module for browsers and older versions.
        'readable-stream': 'node:stream',
        ...Object.fromEntries(
          UNUSED_COMPILERS.map((name) => [name, `${root}scripts/build/unused-compilers.cjs`]),
        ),
      },
    },
    // Tables with thousands of keys load faster as one value than with one export per key.
    json: { namedExports: false, stringify: true },
    plugins: [dropPackageMaps(), requireHttp()],
    build: {
      ssr: true,
      rolldownOptions: {
        input: { main: 'src/server/main.ts', ...WORKERS, ...READER, ...TOOLS },
        // Vite resolves the packages in `ssr.external`, but `npm start` doesn't install development
        // packages.
        external: EXTERNAL,
      },
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      minify: false,
      // Where only `dist` is shipped, the folders of the bundled packages are missing.
      license: { fileName: 'licenses.md' },
    },
  });
}

/** `import` would call all getters of Node's HTTP modules. One loads `fetch`, which takes 45 ms. */
function requireHttp() {
  const prefix = '\0require:';
  return {
    name: 'require-http',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(node:)?https?$/ },
      /** @param {string} id */
      handler: (id) => prefix + id.replace('node:', ''),
    },
    load: {
      filter: { id: /^\0require:/ },
      /** @param {string} id */
      handler: (id) =>
        `module.exports = process.getBuiltinModule('node:${id.slice(prefix.length)}');`,
    },
  };
}

/**
 * Node parses the source map of every loaded file. Those of packages cost 100 ms and 15 MB per
 * start.
 */
function dropPackageMaps() {
  return {
    name: 'without-package-maps',
    transform: {
      filter: { id: /node_modules/ },
      /** @param {string} code */
      handler: (code) => ({ code, map: { mappings: '' } }),
    },
  };
}
