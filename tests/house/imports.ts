import { posix } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles, textOf } from './project-text.ts';

export interface Import {
  from: string;
  /** A path from the root for a file of the project, otherwise the package's name. */
  to: string;
  /** True for `export … from`. */
  isReexport: boolean;
}

/** Every import of the sources in a folder, type imports and `import()` included. */
export function importsUnder(folder: string): Import[] {
  return projectFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => importsOf(path, textOf(path) ?? ''));
}

/** The imports of `source`, resolved as a file at `path`. */
export function importsOf(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found = (specifier: string, isReexport = false) => ({
    from: path,
    to: resolve(path, specifier),
    isReexport,
  });
  return [
    ...module.staticImports.map(({ moduleRequest }) => found(moduleRequest.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      found(source.slice(start + 1, end - 1)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [found(moduleRequest.value, true)] : [],
      ),
    ),
  ];
}

function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare);
  const own = /^#(contract|server|web)\//.exec(bare);
  if (own) return `src/${bare.slice(1)}`;
  return bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/');
}
