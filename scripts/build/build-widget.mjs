import { build } from 'vite';
import { root } from '../run/run.mjs';

/** Other sites load this script, so it is one file without a hash in its name. */
export async function buildWidget() {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: 'dist/web',
      emptyOutDir: false,
      // Visitors of other sites have older browsers.
      target: 'es2020',
      // The oldest Safari with constructable style sheets.
      cssTarget: 'safari16.4',
      lib: {
        entry: 'src/web/widget/widget.ts',
        name: 'widget',
        formats: ['iife'],
        fileName: () => 'widget.js',
      },
    },
  });
}
