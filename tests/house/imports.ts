import { posix } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles, readText } from './project-text.ts';

export interface Import {
  from: string;
  /** A path from the root for a file of the project, or the name of a package. */
  to: string;
  /** True for `export … from`. */
  isReexport: boolean;
}

export function listImportsUnder(folder: string): Import[] {
  return projectFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => listImports(path, readText(path) ?? ''));
}

export function listImports(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`Failed to parse ${path}: ${errors[0]?.message}`);
  const createImport = (specifier: string, isReexport = false) => ({
    from: path,
    to: resolve(path, specifier),
    isReexport,
  });
  return [
    ...module.staticImports.map(({ moduleRequest }) => createImport(moduleRequest.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      createImport(source.slice(start + 1, end - 1)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [createImport(moduleRequest.value, true)] : [],
      ),
    ),
  ];
}

function resolve(from: string, specifier: string): string {
  const plainSpecifier = specifier.replace(/\?.*$/, '');
  if (plainSpecifier.startsWith('.')) return posix.join(posix.dirname(from), plainSpecifier);
  const alias = /^#(contract|server|web)\//.exec(plainSpecifier);
  if (alias) return `src/${plainSpecifier.slice(1)}`;
  return plainSpecifier
    .split('/')
    .slice(0, plainSpecifier.startsWith('@') ? 2 : 1)
    .join('/');
}
