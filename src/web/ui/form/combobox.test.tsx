import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Combobox } from './combobox.tsx';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Europe/Bern', 'Europe/Berlin West'];

let saved: (string | null)[];
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  saved = [];
  user = userEvent.setup();
});
afterEach(cleanup);

function Form({ clearable = false }: { clearable?: boolean }) {
  const [zone, setZone] = useState<string | null>('America/New_York');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saved.push(zone);
      }}
    >
      <Combobox
        label="Zone"
        options={ZONES.map((value) => ({ value, label: value.replace('_', ' ') }))}
        value={zone}
        onChange={setZone}
        clearable={clearable}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={() => setZone('Europe/Bern')}>
        Set
      </button>
    </form>
  );
}

const findCombobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Zone' });
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));

async function type(text: string) {
  await user.clear(findCombobox());
  if (text) await user.type(findCombobox(), text);
}

test.each([
  ['its label', 'europe/berlin', 'Europe/Berlin'],
  ['its value', 'America/New_York', 'America/New York'],
  ['text that matches only it', 'bern', 'Europe/Bern'],
])('selects an option by %s on blur', async (_, typed, label) => {
  render(<Form />);
  await type(typed);
  await user.tab();
  expect(findCombobox().value).toBe(label);
  expect(findCombobox().getAttribute('aria-invalid')).toBeNull();
  await save();
  expect(saved).toEqual([label.replace(' ', '_')]);
});

test.each([
  ['matches nothing', 'Atlantis', 'Nothing matches “Atlantis”. Choose one from the list.'],
  ['matches several', 'ber', 'Several match “ber”. Choose one from the list.'],
])('keeps text that %s, shows an error and blocks saving', async (_, text, message) => {
  render(<Form />);
  await type(text);
  await user.tab();
  expect(findCombobox().value).toBe(text);
  screen.getByText(message);
  await save();
  expect(saved).toEqual([]);
  expect(document.activeElement).toBe(findCombobox());
  await type('Europe/Bern');
  await save();
  expect(saved).toEqual(['Europe/Bern']);
});

test('blocks saving with Enter', async () => {
  render(<Form />);
  await type('Atlantis');
  await user.keyboard('{Enter}');
  expect(saved).toEqual([]);
  screen.getByText('Nothing matches “Atlantis”. Choose one from the list.');
});

test('restores the value when the text is empty, or clears it when clearable', async () => {
  const { unmount } = render(<Form />);
  await type('');
  await save();
  expect([findCombobox().value, saved]).toEqual(['America/New York', ['America/New_York']]);
  unmount();
  render(<Form clearable />);
  await type('');
  await save();
  expect([findCombobox().value, saved]).toEqual(['', ['America/New_York', null]]);
});

test('discards the text on Escape and when the value changes from outside', async () => {
  render(<Form />);
  await type('Atlantis');
  await user.keyboard('{Escape}');
  expect(findCombobox().value).toBe('America/New York');
  await type('Atlantis');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(findCombobox().value).toBe('Europe/Bern');
  await save();
  expect(saved).toEqual(['Europe/Bern']);
});
