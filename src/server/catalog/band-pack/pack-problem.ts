import { relative } from 'node:path';

export interface Problem {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  reason: string;
}

/** `bands/lantern/songs.csv, line 14, column 4: rarity must be …` */
export function formatProblem(problem: Problem): string {
  return `${formatLocation(problem)}: ${problem.reason}`;
}

export function formatLocation({ file, line, column }: Problem): string {
  const parts = [
    formatPath(file),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return parts.join(', ');
}

function formatPath(file: string): string {
  const relativePath = relative(process.cwd(), file);
  return relativePath.startsWith('..') ? file : relativePath;
}

export class UnreadableFileError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.reason, { cause });
    this.problem = problem;
  }
}

export function countLines(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
