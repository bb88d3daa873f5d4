import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { buildChromiumOptions } from '../tests/support/browser.ts';

/**
 * Waits a minute in real time. Starts first, in parallel with the other journeys, without taking
 * one of their workers.
 */
const WAITS = '**/idle.test.ts';

/** A journey keeps one processor busy, half of it for the browser. */
const WORKERS = availableParallelism();

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../node_modules/.cache/called-it/journeys',
  globalSetup: '../tests/e2e/support/data-template.ts',
  workers: WORKERS + 1,
  // A failed journey runs again to record its trace, because tracing every run would take a seventh
  // of the time. It still counts as failed if it then passes.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: buildChromiumOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'waiting', testMatch: WAITS, workers: 1 },
    { name: 'journeys', testIgnore: WAITS, workers: WORKERS },
  ],
});
