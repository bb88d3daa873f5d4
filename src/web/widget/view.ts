import type { WidgetFacts, WidgetShow } from '#contract/widget.ts';
import { formatCountdown } from './countdown.ts';
import { addElement, type Child, createElement } from './elements.ts';
import type { Theme } from './theme.ts';
import css from './widget.css?inline';

const TITLES = { next: 'Next show', live: 'Live setlist', last: 'Last show' } as const;
const EMPTY = {
  next: 'No show is announced yet.',
  live: 'No show is live right now.',
  last: 'No show has results yet.',
} as const;

/** Builds the widget in a shadow root, which the page's styles don't affect. */
export function createView(host: HTMLElement, selection: WidgetShow, origin: string) {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const colors = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet, colors];
  const region = createElement('section', { 'aria-label': TITLES[selection] });
  root.append(region);
  const heading = addElement(region, 'p', 'heading');
  const body = addElement(region, 'div', 'body');
  const timer = addElement(region, 'p', 'timer', { role: 'timer' });
  // One element for the widget's whole life, so that it keeps the focus.
  const link = addElement(region, 'a', 'link', { target: '_blank', rel: 'noopener' });
  const note = addElement(region, 'p', 'note');
  const announcement = addElement(region, 'p', 'hidden', { role: 'status' });
  link.href = origin;
  link.textContent = 'Open the site';
  let facts: WidgetFacts | undefined;
  let isTicking = false;

  const tick = () => {
    const lockMs = Date.parse(facts?.show?.locksAt ?? '') - Date.now();
    const isOpen = lockMs > 0;
    if (facts?.show?.status === 'open')
      timer.textContent = isOpen
        ? `Predictions lock in ${formatCountdown(lockMs)}`
        : 'Predictions are closed';
    else timer.textContent = '';
    setLink(facts, isOpen);
    if (isOpen && !isTicking) {
      isTicking = true;
      setTimeout(
        () => {
          isTicking = false;
          tick();
        },
        1000 - (Date.now() % 1000),
      );
    }
  };

  const setLink = (facts: WidgetFacts | undefined, isOpen: boolean) => {
    if (!facts) return;
    const { show, predictPath, site } = facts;
    const [text, path] = isOpen
      ? ['Predict the setlist', predictPath]
      : show?.status === 'live'
        ? ['Follow the show', show.path]
        : show
          ? [show.status === 'closed' ? 'See all results' : 'See the show', show.path]
          : [`Open ${site.name}`, '/'];
    if (link.textContent !== text) link.textContent = text;
    link.href = origin + path;
  };

  return {
    setTheme(theme: Theme) {
      region.className = theme;
    },
    update(newFacts: WidgetFacts) {
      note.textContent = '';
      if (JSON.stringify(newFacts) === JSON.stringify(facts)) return;
      const { site, show } = newFacts;
      const isLive = show?.status === 'live';
      colors.replaceSync(renderColors('dark', site) + renderColors('light', site));
      heading.textContent = isLive ? 'Live now' : TITLES[selection];
      heading.className = isLive ? 'heading live' : 'heading';
      region.setAttribute('aria-label', `${site.name}: ${heading.textContent.toLowerCase()}`);
      announcement.textContent = facts ? formatAnnouncement(facts, newFacts) : '';
      body.replaceChildren(...renderBody(newFacts, selection));
      facts = newFacts;
      tick();
    },
    fail() {
      note.textContent = facts
        ? 'Not up to date. Trying again.'
        : "The show couldn't be loaded. Trying again.";
    },
  };
}

function renderColors(theme: Theme, { colors }: WidgetFacts['site']): string {
  const { stage, rail, text, dim, accent, accentText } = colors[theme];
  return `.${theme}{--stage:${stage};--rail:${rail};--text:${text};--dim:${dim};--accent:${accent};--accent-text:${accentText}}`;
}

function formatAnnouncement(before: WidgetFacts, now: WidgetFacts): string {
  if (before.show?.id !== now.show?.id) return '';
  const added = (now.setlist ?? []).slice(before.setlist?.length ?? 0);
  return added.map(({ title }) => `Now playing: ${title}`).join('. ');
}

function renderBody({ show, setlist, board, site }: WidgetFacts, selection: WidgetShow): Child[] {
  if (!show) return [createElement('p', {}, EMPTY[selection])];
  const startText = new Date(show.date).toLocaleString('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    ...(show.status === 'open' && { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
    timeZone: show.timeZone,
  });
  return [
    createElement('p', { class: 'name' }, `${site.bandName}: ${show.name}`),
    createElement('p', { class: 'dim' }, [show.venue, show.place].filter(Boolean).join(', ')),
    createElement('p', { class: 'dim' }, startText),
    ...renderSetlist(setlist, show.status === 'live'),
    ...renderBoard(board, show.status === 'live', setlist !== null),
  ];
}

function renderSetlist(setlist: WidgetFacts['setlist'], isLive: boolean): Child[] {
  if (!setlist) return [];
  if (setlist.length === 0)
    return [createElement('p', {}, isLive ? 'The show is about to start.' : 'No setlist yet.')];
  const parts: Child[] = [];
  let list: HTMLElement | undefined;
  for (const [index, { title, setLabel, segue }] of setlist.entries()) {
    const isNewSet = setLabel && setLabel !== setlist[index - 1]?.setLabel;
    if (isNewSet) parts.push(createElement('p', { class: 'label' }, setLabel));
    if (isNewSet || !list) {
      list = createElement('ol', { start: String(index + 1) });
      parts.push(list);
    }
    list.append(createElement('li', {}, segue ? `${title} >` : title));
  }
  const lastBreak = isLive ? setlist.at(-1)?.breakAfter : null;
  if (lastBreak)
    parts.push(
      createElement(
        'p',
        { class: 'dim' },
        lastBreak === 'set' ? 'Set break' : 'Waiting for the encore',
      ),
    );
  return parts;
}

function renderBoard(board: WidgetFacts['board'], isLive: boolean, hasBoard: boolean): Child[] {
  if (!hasBoard || (isLive && !board?.total)) return [];
  if (!board) return [createElement('p', { class: 'dim' }, 'The points are not in yet.')];
  if (board.total === 0)
    return [createElement('p', { class: 'dim' }, 'No one predicted this show.')];
  const rows = board.rows.map(({ rank, username, points }) =>
    createElement('tr', {}, [
      createElement('td', {}, `${rank}.`),
      createElement('td', { class: 'fan' }, username),
      createElement('td', {}, points.toLocaleString('en-US')),
    ]),
  );
  const caption = createElement(
    'caption',
    { class: 'label' },
    isLive ? 'Points so far' : 'Final board',
  );
  const titles = ['Rank', 'Fan', 'Points'].map((title) =>
    createElement('th', { scope: 'col' }, title),
  );
  return [
    createElement('table', {}, [
      caption,
      createElement('thead', { class: 'hidden' }, [createElement('tr', {}, titles)]),
      createElement('tbody', {}, rows),
    ]),
  ];
}
