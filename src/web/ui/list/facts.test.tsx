import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Facts } from './facts.tsx';

test('omits empty facts and repetitions', () => {
  render(<Facts facts={['Berlin', null, 'Mar 10', false, 'Berlin']} />);
  expect(screen.getByText('Berlin').parentElement?.textContent).toBe(' · Berlin · Mar 10');
});
