import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOPICS, type Topic } from '#contract/freshness.ts';
import { eventOf, REALTIME_EVENTS, TOPIC_EVENT } from '#contract/realtime.ts';

const page = readFileSync('docs/realtime.md', 'utf8');

test('docs/realtime.md lists every topic with its event and audience', () => {
  const rows = page.matchAll(/^\| `(\w+)` \| `(\w+:\w+)` \| \w+ \| ([a-z ]+) \|$/gm);
  const documented = [...rows].map(([, topic, event, audience]) => [topic, event, audience]);
  const declared = Object.entries(TOPICS)
    .filter(([, { audience }]) => audience !== 'server only')
    .map(([topic, { audience }]) => [topic, eventOf(topic as Topic) ?? TOPIC_EVENT, audience]);
  expect(documented).toEqual(declared);
});

test('docs/realtime.md explains every event', () => {
  for (const event of [...REALTIME_EVENTS, TOPIC_EVENT])
    expect(page).toContain(`\n| \`${event}\` | `);
});
