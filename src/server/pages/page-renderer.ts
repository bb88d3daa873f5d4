import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';

export interface PageRenderer {
  /** Starts the thread. Otherwise, the first `render` starts it and returns undefined. */
  start(): void;
  /** Returns undefined if the page isn't rendered in time. `json` is the page's data. */
  render(url: string, json: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** How long a response waits. After that, the browser would render the page just as fast. */
export const FIRST_SCREEN_MS = 100;

/** Pages that wait beyond this number would be late. */
const MAX_WAITING = 8;

/** After a late page, nothing is rendered for this long, because the server is busy. */
const PAUSE_MS = 500;

/** The thread is replaced if a page is late by this much. */
const STUCK_MS = 5_000;

interface Task {
  url: string;
  json: string;
  expiresAt: number;
  resolve: (html: string | undefined) => void;
}

/** Renders one page at a time. Skips a page whose response no longer waits. */
export function createPageRenderer(
  dist: string,
  log: Pick<FastifyBaseLogger, 'error'>,
  budgetMs = FIRST_SCREEN_MS,
): PageRenderer {
  let worker: Worker | undefined;
  let isReady = false;
  let current: Task | undefined;
  let waiting: Task[] = [];
  let isClosed = false;
  let pausedUntil = 0;

  return {
    start,
    async render(url, json) {
      if (current && performance.now() > current.expiresAt + STUCK_MS) await worker?.terminate();
      start();
      const isBusy = waiting.length >= MAX_WAITING || performance.now() < pausedUntil;
      if (!isReady || isBusy) return undefined;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, budgetMs, undefined);
        const finish = (html: string | undefined) => {
          clearTimeout(timer);
          resolve(html);
        };
        waiting.push({ url, json, expiresAt: performance.now() + budgetMs, resolve: finish });
        renderNext();
      });
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };

  function start() {
    if (isClosed || worker) return;
    const file = pathToFileURL(`${dist}ssr/prerender.js`).href;
    const options = { eval: true, execArgv: [], workerData: file, resourceLimits: MEMORY };
    worker = new Worker(PROGRAM, options);
    worker.unref();
    worker.on('message', (message: Message) => {
      if (message.error) log.error({ err: message.error }, 'failed to render a page');
      isReady = true;
      const now = performance.now();
      if (current && now > current.expiresAt) pausedUntil = now + PAUSE_MS;
      current?.resolve(message.html);
      current = undefined;
      renderNext();
    });
    worker.on('error', (err) => log.error({ err }, 'the page renderer failed'));
    worker.on('exit', () => {
      isReady = false;
      for (const task of [current, ...waiting]) task?.resolve(undefined);
      current = undefined;
      waiting = [];
      const restart = () => {
        worker = undefined;
        start();
      };
      setTimeout(restart, RESTART_MS).unref();
    });
  }

  function renderNext() {
    if (current) return;
    const now = performance.now();
    waiting = waiting.filter(({ expiresAt }) => expiresAt > now);
    current = waiting.shift();
    if (current) worker?.postMessage({ url: current.url, json: current.json });
  }
}

const RESTART_MS = 10_000;

/** Without a limit for short-lived objects, the thread takes twice as much. */
const MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 96 };

interface Message {
  html?: string;
  error?: Error;
}

/** The first message says that the thread is ready. Only Linux has priorities per thread. */
const PROGRAM = `
  const { setPriority } = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  if (process.platform === 'linux') setPriority(0, 5);
  import(workerData).then(({ renderPage }) => {
    parentPort.on('message', async ({ url, json }) => {
      try {
        parentPort.postMessage({ html: await renderPage(url, JSON.parse(json)) });
      } catch (error) {
        parentPort.postMessage({ error });
      }
    });
    parentPort.postMessage({});
  });`;
