import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.runIf(process.getuid?.() === 0)('rejects a user without a name', () => {
  // The process drops root after loading, because only root may be able to read the sources.
  const script = `const { findRunAs } = await import(${JSON.stringify(new URL('./run-as.ts', import.meta.url).href)});
    process.setgroups([]); process.setgid(12345); process.setuid(12345);
    try { findRunAs('/', 'postgres'); } catch ({ message }) { console.log(message); }`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
    /^PostgreSQL cannot run as user 12345, which has no entry in \/etc\/passwd\. Run as/,
  );
});
