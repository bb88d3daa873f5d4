import { expect, it } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const FOLDER = 'docs/decisions/';
const records = projectFiles('docs/decisions')
  .map((path) => path.slice(FOLDER.length))
  .filter((name) => name !== 'README.md');

it('numbers the records from 0001 without gaps', () => {
  const numbers = records.map((name) => name.slice(0, 5));
  expect(numbers).toEqual(records.map((_, index) => `${String(index + 1).padStart(4, '0')}-`));
});

it('gives each record the number of its file', () => {
  const heads = records.map((name) => readText(FOLDER + name)?.split('. ')[0]);
  expect(heads).toEqual(records.map((name) => `# ${Number(name.slice(0, 4))}`));
});

it('links only to existing records', () => {
  const missingRecords = projectFiles().flatMap((path) => {
    const links = (readText(path) ?? '').matchAll(/(?:decisions\/|\]\()(\d{4}(?:-[\w-]+\.md)?)/g);
    return [...links].flatMap(([, record = '']) =>
      records.some((name) => name === record || name.startsWith(`${record}-`))
        ? []
        : [`${path}: ${record}`],
    );
  });
  expect(missingRecords).toEqual([]);
});

it('refers to records by their correct numbers', () => {
  const faults = records.flatMap((name) => {
    const text = readText(FOLDER + name) ?? '';
    const links = [...text.matchAll(/\[[^\]]*?(\d+)\]\((\d{4})-/g)];
    const mentions = [...text.matchAll(/\b(?:record|decision) (\d+)/g)];
    return [
      ...links.filter(([, label, number]) => Number(label) !== Number(number)),
      ...mentions.filter(([, number]) => Number(number) < 1 || Number(number) > records.length),
    ].map(([words]) => `${name}: ${words}`);
  });
  expect(faults).toEqual([]);
});
