import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './tests/support/browser.ts';

/** What waits for more than a minute: it begins first, beside the others, and takes no turn of theirs. */
const WAITS = '**/idle.test.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'node_modules/.cache/called-it/journeys',
  globalSetup: './tests/e2e/support/data-template.ts',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: chromiumOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Without a film of the page, which would take half of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    { name: 'waiting', testMatch: WAITS, workers: 1 },
    { name: 'journeys', testIgnore: WAITS, workers: 2 },
  ],
});
