import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import Toaster from './toaster.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('closes a message after 5000 ms', () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => toast({ title: 'Success', description: 'It is saved' }));
  screen.getByText('It is saved');
  act(() => void vi.advanceTimersByTime(4_990));
  screen.getByText('It is saved');
  act(() => void vi.advanceTimersByTime(20));
  expect(screen.queryByText('It is saved')).toBeNull();
});

test('replaces the current message with the next one', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Success', description: 'The first' }));
  act(() => toast({ title: 'Success', description: 'The second' }));
  screen.getByText('The second');
  expect(screen.queryByText('The first')).toBeNull();
  act(() => screen.getByLabelText('Dismiss').click());
  expect(screen.queryByText('The second')).toBeNull();
});
