import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const MAX_LINES = 30;

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Returns the lines of each function that is passed to `route`, `change` or `read`. */
function listHandlers(path: string, source: string): { name: string; lines: number }[] {
  const handlers: { name: string; lines: number }[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, callee, arguments: args = [] } = value as Partial<Call>;
    if (type === 'CallExpression' && callee && /^(?:route|change|read)$/.test(text(callee)))
      for (const handler of args.filter(({ type }) => /Function/.test(type)))
        handlers.push({
          name: `${path}: ${args[1] ? text(args[1]) : ''}`,
          lines: text(handler).split('\n').length,
        });
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(path, source).program);
  return handlers;
}

type Call = Node & { callee: Node; arguments: Node[] };

const handlers = projectFiles('src/server')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) => listHandlers(path, readText(path) ?? ''));

test(`no handler has more than ${MAX_LINES} lines`, () => {
  expect(handlers.length).toBeGreaterThan(100);
  expect(handlers.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
});
