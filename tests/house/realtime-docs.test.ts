import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOPICS } from '#contract/freshness.ts';
import { REALTIME_EVENTS, TOPIC_EVENT } from '#contract/realtime.ts';

const page = readFileSync('docs/realtime.md', 'utf8');

test('docs/realtime.md lists every topic with its event and audience', () => {
  const rows = page.matchAll(/^\| `(\w+)` \| `(\w+:\w+)` \| \w+ \| ([a-z ]+) \|$/gm);
  const documented = [...rows].map(([, topic, event, audience]) => [topic, event, audience]);
  const declared = Object.entries<{ event?: string; audience: string }>(TOPICS)
    .filter(([, { audience }]) => audience !== 'server only')
    .map(([topic, { event = TOPIC_EVENT, audience }]) => [topic, event, audience]);
  expect(documented).toEqual(declared);
});

test('docs/realtime.md explains every event', () => {
  for (const event of [...REALTIME_EVENTS, TOPIC_EVENT])
    expect(page).toContain(`\n| \`${event}\` | `);
});
