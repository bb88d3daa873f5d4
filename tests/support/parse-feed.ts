import { Window } from 'happy-dom';

export function parseFeed(xml: string) {
  const { DOMParser } = new Window();
  const feed = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
  const entries = [...feed.querySelectorAll('entry')].map((entry) => ({
    id: readText(entry, 'id'),
    title: readText(entry, 'title'),
    published: readText(entry, 'published'),
    updated: readText(entry, 'updated'),
    content: readText(entry, 'content'),
    link: entry.querySelector('link')?.getAttribute('href'),
  }));
  return { feed, entries, title: readText(feed, 'title'), updated: readText(feed, 'updated') };
}

interface Parent {
  children: Iterable<{ tagName: string; textContent: string }>;
}

function readText({ children }: Parent, name: string): string {
  return [...children].find(({ tagName }) => tagName === name)?.textContent ?? '';
}
