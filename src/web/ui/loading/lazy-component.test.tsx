import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy.tsx';

const OFFLINE = new TypeError('Importing a module script failed.');

let idleCallbacks: (() => void)[];
beforeEach(() => {
  idleCallbacks = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const becomeIdle = () =>
  act(async () => {
    for (const callback of idleCallbacks.splice(0)) callback();
  });
const goOnline = () => act(async () => dispatchEvent(new Event('online')));
const settle = () => act(async () => {});

function Sheet({ open = true }: { open?: boolean }) {
  return open && <p>The sheet</p>;
}

function createLazySheet(failures: number, load = vi.fn(async () => ({ default: Sheet }))) {
  for (let failure = 0; failure < failures; failure += 1) load.mockRejectedValueOnce(OFFLINE);
  return { LazySheet: lazyComponent(load), load };
}

const isShown = () => screen.queryByText('The sheet') !== null;

test('loads immediately, and renders `fallback` until then', async () => {
  const { LazySheet } = createLazySheet(0);
  render(<LazySheet fallback="Loading" />);
  screen.getByText('Loading');
  await settle();
  expect(isShown()).toBe(true);
  expect(screen.queryByText('Loading')).toBeNull();
});

test('loads nothing while `loadWhen` is false', async () => {
  const { LazySheet, load } = createLazySheet(0);
  const { rerender } = render(<LazySheet loadWhen={false} />);
  await goOnline();
  expect(load).not.toHaveBeenCalled();
  rerender(<LazySheet loadWhen />);
  await settle();
  expect(isShown()).toBe(true);
});

test('waits until the browser is idle', async () => {
  const { LazySheet, load } = createLazySheet(0);
  render(<LazySheet loadWhen="idle" />);
  await settle();
  expect(load).not.toHaveBeenCalled();
  await becomeIdle();
  expect(isShown()).toBe(true);
});

test('loads nothing if the user leaves the page before the browser is idle', async () => {
  const { LazySheet, load } = createLazySheet(0);
  render(<LazySheet loadWhen="idle" />).unmount();
  await becomeIdle();
  expect(load).not.toHaveBeenCalled();
});

test('retries a failed load when back online', async () => {
  const { LazySheet } = createLazySheet(1);
  render(<LazySheet />);
  await settle();
  expect(isShown()).toBe(false);
  await goOnline();
  expect(isShown()).toBe(true);
});

test('retries a failed load when `loadWhen` changes', async () => {
  const { LazySheet, load } = createLazySheet(1);
  const { rerender } = render(<LazySheet loadWhen={1} />);
  await settle();
  rerender(<LazySheet loadWhen={1} />);
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(<LazySheet loadWhen={2} />);
  await settle();
  expect(isShown()).toBe(true);
});

test('opens in the same render if its code is loaded', async () => {
  const { LazySheet, load } = createLazySheet(0);
  const { rerender } = render(<LazySheet loadWhen="idle" open={false} />);
  await becomeIdle();
  expect(isShown()).toBe(false);
  rerender(<LazySheet loadWhen="required" open />);
  expect(isShown()).toBe(true);
  cleanup();
  render(<LazySheet loadWhen="required" />);
  expect(isShown()).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test('retries a failed preload when opened', async () => {
  const { LazySheet } = createLazySheet(1);
  const { rerender } = render(<LazySheet loadWhen="idle" open={false} />);
  await becomeIdle();
  rerender(<LazySheet loadWhen="required" open />);
  await settle();
  expect(isShown()).toBe(true);
});

test("shows the page's error if a required component fails to load", async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { LazySheet } = createLazySheet(2);
  const renderPage = (loadWhen: string) => (
    <Boundary>
      <LazySheet loadWhen={loadWhen} />
    </Boundary>
  );
  const { rerender } = render(renderPage('idle'));
  await becomeIdle();
  expect(screen.queryByText('The error')).toBeNull();
  rerender(renderPage('required'));
  await settle();
  screen.getByText('The error');
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? 'The error' : this.props.children);
}
