import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy.tsx';

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

const idle = () =>
  act(async () => {
    for (const callback of idleCallbacks.splice(0)) callback();
  });
const online = () => act(async () => dispatchEvent(new Event('online')));
const settled = () => act(async () => {});

function Sheet({ open = true }: { open?: boolean }) {
  return open && <p>The sheet</p>;
}

/** A part whose code loads after `failures` failed attempts. */
function partAfter(failures: number, load = vi.fn(async () => ({ default: Sheet }))) {
  for (let failure = 0; failure < failures; failure += 1) load.mockRejectedValueOnce(OFFLINE);
  return { Part: lazyPart(load), load };
}

const isShown = () => screen.queryByText('The sheet') !== null;

test('loads at once, and renders `fallback` until then', async () => {
  const { Part } = partAfter(0);
  render(<Part fallback="Loading" />);
  screen.getByText('Loading');
  await settled();
  expect(isShown()).toBe(true);
  expect(screen.queryByText('Loading')).toBeNull();
});

test('loads nothing while `wanted` is false', async () => {
  const { Part, load } = partAfter(0);
  const { rerender } = render(<Part wanted={false} />);
  await online();
  expect(load).not.toHaveBeenCalled();
  rerender(<Part wanted />);
  await settled();
  expect(isShown()).toBe(true);
});

test('waits until the browser is idle', async () => {
  const { Part, load } = partAfter(0);
  render(<Part wanted="idle" />);
  await settled();
  expect(load).not.toHaveBeenCalled();
  await idle();
  expect(isShown()).toBe(true);
});

test('loads nothing when idle if the page has been left', async () => {
  const { Part, load } = partAfter(0);
  render(<Part wanted="idle" />).unmount();
  await idle();
  expect(load).not.toHaveBeenCalled();
});

test('retries a failed load when back online', async () => {
  const { Part } = partAfter(1);
  render(<Part />);
  await settled();
  expect(isShown()).toBe(false);
  await online();
  expect(isShown()).toBe(true);
});

test('retries a failed load when `wanted` changes', async () => {
  const { Part, load } = partAfter(1);
  const { rerender } = render(<Part wanted={1} />);
  await settled();
  rerender(<Part wanted={1} />);
  await settled();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(<Part wanted={2} />);
  await settled();
  expect(isShown()).toBe(true);
});

test('opens in the same render once its code has loaded', async () => {
  const { Part, load } = partAfter(0);
  const { rerender } = render(<Part wanted="idle" open={false} />);
  await idle();
  expect(isShown()).toBe(false);
  rerender(<Part wanted="required" open />);
  expect(isShown()).toBe(true);
  cleanup();
  render(<Part wanted="required" />);
  expect(isShown()).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test('retries a failed preload when opened', async () => {
  const { Part } = partAfter(1);
  const { rerender } = render(<Part wanted="idle" open={false} />);
  await idle();
  rerender(<Part wanted="required" open />);
  await settled();
  expect(isShown()).toBe(true);
});

test('shows the error of the page if a required part does not load', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Part } = partAfter(2);
  const page = (wanted: string) => (
    <Boundary>
      <Part wanted={wanted} />
    </Boundary>
  );
  const { rerender } = render(page('idle'));
  await idle();
  expect(screen.queryByText('The error')).toBeNull();
  rerender(page('required'));
  await settled();
  screen.getByText('The error');
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? 'The error' : this.props.children);
}
