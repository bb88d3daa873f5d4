import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getRelease } from '#contract/releases.ts';
import { ADMIN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { VersionPanel } from './version-panel.tsx';

test('shows the version of the site, and what changed in each version', async () => {
  const site = createTestSite();
  site.respond(getRelease, {
    version: '0.2.0',
    changelog: [
      {
        version: '0.2.0',
        date: '2027-01-05',
        sections: [
          { title: null, items: ['Update in two steps.'] },
          { title: 'For fans', items: ['An encore counts double.'] },
        ],
      },
      { version: '0.1.0', date: '2026-11-27', sections: [] },
    ],
  });
  await site.renderPart(<VersionPanel />, ADMIN);
  await screen.findByText('0.2.0', { selector: 'span' });
  const newest = within(screen.getByRole('region', { name: 'Changes in 0.2.0' }));
  newest.getByText('Update in two steps.');
  newest.getByRole('heading', { name: 'For fans' });
  newest.getByText('An encore counts double.');
  expect(screen.getAllByRole('region', { name: /^Changes in/ })).toHaveLength(2);
});
