import { readFileSync } from 'node:fs';
import { root } from '../run/run.mjs';

/**
 * Of Lucide's icons leaves those in the bundle that the contract's table of pages names, for who takes
 * one by its name: `import { icons } from 'lucide-react'` would bring them all.
 *
 * @returns {import('vite').Plugin}
 */
export function usedIcons() {
  return {
    name: 'used-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/web\/.*\.tsx$/, code: ALL },
      handler(code) {
        const named = readFileSync(`${root}src/contract/pages.ts`, 'utf8').matchAll(
          /icon: '(\w+)'/g,
        );
        const list = [...new Set(Array.from(named, ([, name]) => name))].join(', ');
        const some = `import { ${list} } from 'lucide-react'; const icons = { ${list} };`;
        return { code: code.replace(ALL, some), map: null };
      },
    },
  };
}

const ALL = /import \{ icons \} from 'lucide-react';/;
