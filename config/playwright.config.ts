import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../tests/support/browser.ts';

/** What waits for a minute in real time: it starts first, beside the others, and takes no turn of theirs. */
const WAITS = '**/idle.test.ts';

/** A journey keeps one processor busy: half of it is the browser's work. */
const WORKERS = availableParallelism();

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../node_modules/.cache/called-it/journeys',
  globalSetup: '../tests/e2e/support/data-template.ts',
  workers: WORKERS + 1,
  // What failed is run once more for its trace, which would take a seventh of the time of them all.
  // That it passes then is no excuse.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: chromiumOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'waiting', testMatch: WAITS, workers: 1 },
    { name: 'journeys', testIgnore: WAITS, workers: WORKERS },
  ],
});
