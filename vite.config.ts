import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `127.0.0.1:${process.env.API_PORT ?? '3001'}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/api': `http://${server}`,
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
