import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongName } from './long-name.tsx';

const NAME =
  'The Long-Distance Rider From Somewhere North of Duluth, Who Never Missed a Show in Years';

let user: ReturnType<typeof userEvent.setup>;
let lineCount: number;
beforeEach(() => {
  user = userEvent.setup();
  lineCount = 5;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly notify: () => void) {}
      observe = () => this.notify();
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => lineCount * 20);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const countNames = () => screen.getAllByText(NAME).length;

test('opens a cut name on hover, and closes it when the pointer leaves', async () => {
  render(<LongName name={NAME} />);
  await user.hover(screen.getByText(NAME));
  expect(countNames()).toBe(2);
  await user.unhover(screen.getAllByText(NAME)[0] as HTMLElement);
  expect(countNames()).toBe(1);
});

test('opens a one-line name that is cut', async () => {
  lineCount = 2;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  const scrollWidth = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(160);
  render(<LongName name="CopperCollector" isOneLine />);
  await user.hover(screen.getByText('CopperCollector'));
  expect(screen.getAllByText('CopperCollector')).toHaveLength(2);
  cleanup();
  scrollWidth.mockReturnValue(100);
  render(<LongName name="CopperCollector" isOneLine />);
  await user.hover(screen.getByText('CopperCollector'));
  expect(screen.getAllByText('CopperCollector')).toHaveLength(1);
});

test('opens a cut name on focus, and closes it with Escape and on blur', async () => {
  render(<LongName name={NAME} />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe(NAME);
  expect(countNames()).toBe(2);
  await user.keyboard('{Escape}');
  expect(countNames()).toBe(1);
  await user.tab();
  await user.tab({ shift: true });
  expect(countNames()).toBe(2);
  await user.tab();
  expect(countNames()).toBe(1);
});

test('opens a cut name on tap, and closes it with a tap elsewhere', async () => {
  render(<LongName name={NAME} />);
  await user.pointer({ keys: '[TouchA]', target: screen.getByText(NAME) });
  expect(countNames()).toBe(2);
  fireEvent.pointerDown(document.body);
  expect(countNames()).toBe(1);
});

test('opens when its link is focused, without a separate tab stop', async () => {
  render(
    <a href="/forums">
      <LongName name={NAME} />
    </a>,
  );
  await user.tab();
  expect(document.activeElement?.tagName).toBe('A');
  expect(countNames()).toBe(2);
  expect(screen.getAllByText(NAME)[0]?.hasAttribute('tabindex')).toBe(false);
});

test.each([
  ['a short name', 'Ada', 5],
  ['a name that fits', NAME, 2],
])('does not open %s or give it a tab stop', async (_, name, lines) => {
  lineCount = lines;
  render(<LongName name={name} />);
  await user.hover(screen.getByText(name));
  expect(screen.getAllByText(name)).toHaveLength(1);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});
