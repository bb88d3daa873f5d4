import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Provides `~icons/NAME`, a component for Lucide's icon of that name. Each icon is a module, so that
 * a page loads only those it shows. Lucide's own packages have thousands of files; its data is one
 * file.
 *
 * @returns {import('vite').Plugin}
 */
export function createIconsPlugin() {
  /** @type {IconSet | undefined} */
  let lucide;
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^~icons\// },
      handler: (id) => ({ id: `\0${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /^\0~icons\// },
      handler(id) {
        const name = id.slice('\0~icons/'.length);
        lucide ??= /** @type {IconSet} */ (require('@iconify-json/lucide/icons.json'));
        const { body } = lucide.icons[lucide.aliases[name]?.parent ?? name] ?? {};
        if (!body) throw new Error(`Lucide has no icon ${name}.`);
        return `import { icon } from '/src/web/ui/icon.ts';
          export default /* @__PURE__ */ icon(${JSON.stringify(readShapes(body))});`;
      },
    },
  };
}

/** @typedef {{ icons: Record<string, { body: string }>, aliases: Record<string, { parent: string }> }} IconSet */

/** The `icon` component sets these attributes for the whole icon. */
const COMMON = new Set(['fill', 'stroke', 'stroke-linecap', 'stroke-linejoin', 'stroke-width']);

/**
 * Converts `<circle cx="1" …/>` to `['circle', { cx: '1', … }]`, without the common attributes.
 *
 * @param {string} body SVG
 */
export function readShapes(body) {
  return [...body.matchAll(/<(path|circle|rect|ellipse) ([^>]*)\/>/g)].map(([, tag, text = '']) => {
    const attributes = [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value]) => [
      name,
      value,
    ]);
    return [tag, Object.fromEntries(attributes.filter(([name = '']) => !COMMON.has(name)))];
  });
}
