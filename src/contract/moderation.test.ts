import { expect, test } from 'vitest';
import { decideReport, listReports } from './moderation.ts';

const MISSING_DAYS = { path: ['muteDays'], message: 'Choose how many days the mute lasts' };
const NO_ABUSE = { path: ['isAbuse'], message: 'Only dismissed reports can be abuse' };

test.each([
  [{ content: 'hide', author: 'mute', muteDays: 7 }, []],
  [{ content: 'hide', author: 'mute' }, [MISSING_DAYS]],
  [{ content: 'hide', author: 'warn', muteDays: 7 }, [MISSING_DAYS]],
  [{ content: 'show', author: 'none', isAbuse: true }, []],
  [{ content: 'hide', author: 'none', isAbuse: true }, [NO_ABUSE]],
  [{ content: 'show', author: 'warn', isAbuse: true }, [NO_ABUSE]],
  [{ content: 'hide', author: 'warn', isAbuse: false }, []],
])('checks the decision %j with the issues %j', (decision, issues) => {
  const found =
    decideReport.body.safeParse({ version: 0, fingerprint: 'a', ...decision }).error?.issues ?? [];
  expect(found.map(({ path, message }) => ({ path, message }))).toEqual(issues);
});

test('lists at most 100 reports', () => {
  const listIssues = (limit: string) =>
    listReports.query.safeParse({ limit }).error?.issues.map(({ message }) => message);
  expect(listIssues('100')).toBeUndefined();
  expect(listIssues('101')).toEqual(['At most 100 reports']);
});
