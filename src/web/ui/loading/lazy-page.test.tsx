import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPage } from './lazy.tsx';

afterEach(cleanup);

const importPage = async () => ({ default: () => 'The page' });

test('shows the fallback while the code loads', async () => {
  const onNotPreloaded = vi.fn();
  const { page: Page } = lazyPage(importPage, onNotPreloaded);
  render(<Page />, { wrapper: Slot });
  screen.getByText('Loading');
  await screen.findByText('The page');
  expect(onNotPreloaded).toHaveBeenCalledTimes(1);
});

test('renders a preloaded page immediately', async () => {
  const onNotPreloaded = vi.fn();
  const { page: Page, load } = lazyPage(importPage, onNotPreloaded);
  await load();
  render(<Page />, { wrapper: Slot });
  screen.getByText('The page');
  expect(onNotPreloaded).not.toHaveBeenCalled();
});

function Slot({ children }: { children: ReactNode }) {
  return <Suspense fallback="Loading">{children}</Suspense>;
}
