import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Tab, TabList, Tabs } from './tabs.tsx';

afterEach(cleanup);

test("shows a tab's focus ring after a key press, but not after a tap", () => {
  render(
    <Tabs defaultValue="top">
      <TabList label="Songs">
        <Tab value="songs">Songs</Tab>
        <Tab value="top">Top</Tab>
      </TabList>
    </Tabs>,
  );
  const tab = screen.getByRole('tab', { name: 'Top' });
  const hidesRing = () => tab.hasAttribute('data-pressed');
  expect(tab.className).toContain('data-pressed:outline-none');
  expect(hidesRing()).toBe(false);
  fireEvent.pointerDown(tab);
  expect(hidesRing()).toBe(true);
  fireEvent.keyDown(tab, { key: 'Shift' });
  expect(hidesRing()).toBe(false);
  fireEvent.pointerDown(tab);
  fireEvent.blur(tab);
  expect(hidesRing()).toBe(false);
});
