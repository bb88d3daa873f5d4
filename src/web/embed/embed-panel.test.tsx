import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADMIN, BAND } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { EmbedPanel } from './embed-panel.tsx';

test('offers the code of the chosen widget, as a script and as a frame', async () => {
  const site = createTestSite();
  const band = { ...BAND, productName: 'Called "It" & Co' };
  await site.renderPart(<EmbedPanel band={band} />, ADMIN);
  await site.user.selectOptions(screen.getByLabelText('Show'), 'live');
  const { origin } = location;
  expect(screen.getByLabelText('Code for the page')).toHaveProperty(
    'value',
    `<script async src="${origin}/widget.js" data-show="live"></script>`,
  );
  const frame = screen.getByLabelText<HTMLInputElement>('Code for a frame').value;
  expect(frame).toContain(`src="${origin}/embed?show=live"`);
  expect(frame).toContain('title="Called &quot;It&quot; &amp; Co"');
});
