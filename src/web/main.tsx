import { asksForMenu, recordEarlyPress } from './app/sidebar/press-before-hydration.ts';
import { chooseTheme, isThemeChoice, readThemeChoice } from './theme/theme.ts';
import { whenIdle } from './ui/loading/when-idle.ts';
import './theme/theme.css';

const drawn = document.querySelector<HTMLElement>('#root[data-drawn]');
if (drawn) lendHand(drawn);
// The landing page is there already, and its links work: the app comes when nobody waits for it.
if (drawn?.dataset.drawn === 'landing') startSoon(drawn);
else start().catch(showWayBack);

function start() {
  return import('./app/start.tsx');
}

/** After an update the app's code may be gone; on a broken line it does not come. */
function showWayBack() {
  const template = document.querySelector<HTMLTemplateElement>('#way-back');
  if (!template) return;
  template.content.querySelector('button')?.addEventListener('click', () => location.reload());
  document.querySelector('#root')?.replaceChildren(template.content);
}

/** Until React takes over what is drawn ahead, its theme switch and menu are worked from here. */
function lendHand(page: Element) {
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
    radio.checked = radio.value === readThemeChoice();
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && isThemeChoice(target.value))
      chooseTheme(target.value);
  });
  // React draws a button of its own in the place of this one, and opens the menu that is owed.
  const menu = page.querySelector('header button[aria-expanded]');
  menu?.addEventListener('click', recordEarlyPress);
  window.addEventListener('keydown', (event) => {
    if (menu?.isConnected && asksForMenu(event)) recordEarlyPress();
  });
}

function startSoon(page: Element) {
  // It can be read without the app, and its links work.
  const nudge = () => void start().catch(() => undefined);
  // Whoever touches something goes on soon.
  for (const sign of ['pointerdown', 'keydown'])
    page.addEventListener(sign, nudge, { once: true, passive: true });
  whenIdle(nudge);
}
