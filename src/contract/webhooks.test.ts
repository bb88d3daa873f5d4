import { describe, expect, it } from 'vitest';
import { createWebhook, updateWebhook } from './webhooks.ts';

const BODY = { url: 'https://example.org/hook?token=1', events: ['show.closed', 'show.live'] };

describe('a webhook', () => {
  it('has each event once, in the order of the list', () => {
    const body = { ...BODY, events: ['show.closed', 'show.live', 'show.closed'] };
    expect(createWebhook.body.parse(body)).toEqual({
      url: BODY.url,
      description: '',
      events: ['show.live', 'show.closed'],
    });
  });

  it.each([
    'example.org/hook',
    'javascript:alert(1)',
    'ftp://example.org',
    'https://me@example.org',
    'https://me:pw@example.org',
    `https://example.org/${'x'.repeat(500)}`,
  ])('does not have the URL %s', (url) => {
    expect(createWebhook.body.safeParse({ ...BODY, url }).success).toBe(false);
  });

  it('has at least one event', () => {
    expect(createWebhook.body.safeParse({ ...BODY, events: [] }).success).toBe(false);
    expect(updateWebhook.body.safeParse({ events: [] }).success).toBe(false);
  });

  it('is not changed by an empty body', () => {
    expect(updateWebhook.body.safeParse({}).success).toBe(false);
    expect(updateWebhook.body.safeParse({ isEnabled: false }).success).toBe(true);
  });
});
