import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `127.0.0.1:${process.env.API_PORT ?? '3001'}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema()],
  server: {
    proxy: {
      '/api': `http://${server}`,
      '/s/': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // Which chunks a page needs, for the sizes and the landing page's preloads.
    manifest: true,
    // Fonts stay files of their own: inlined they could be neither preloaded nor cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs and seldom changes; the rest follows the lazy routes.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
});

/**
 * Every zod schema brings along how to write it down as JSON Schema. Only the server does that, for
 * OpenAPI; without it a first visit loads 5 kB less.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = Array.from(
          code.matchAll(/^export (?:function|const) (\w+)/gm),
          ([, name]) => name,
        );
        return `export const ${names.map((name) => `${name} = undefined`).join(', ')};`;
      },
    },
  };
}
